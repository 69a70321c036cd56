"""How questions are asked: for every kind the sentences that ask it, the released ones first.

Groups are named by the place of what they name among the arguments of the kind: `p1`, `p2`, ...
"""

_W = r"[^'\s?,().·]+"

FORMS: dict[str, tuple[str, ...]] = {
    "distinct_in_membership": (
        rf"Among (?P<p1>{_W}) membership customers, which category has the most distinct products",
        rf"^(?P<p1>{_W}) 등급 고객의 주문에서 고유 상품 수가 가장 많은 카테고리",
        rf"From which category did (?P<p1>{_W}) customers order",
        rf"^(?P<p1>{_W}) 등급 고객이 가장 많은 종류의 상품을",
    ),
    "early_best_stock": (
        r"joined before (?P<p1>\d+), find the one with the highest average order value .* average stock",
        r"(?P<p1>\d+)년 이전 가입 고객 중 주문당 평균 매출이 가장 높은 고객이 .* 평균 재고",
        r"who joined before (?P<p1>\d+), take the one with the highest mean order",
        r"^(?P<p1>\d+)년이 되기 전에 가입한 고객 가운데 평균 주문액이 가장 큰",
    ),
    "late_top_category": (
        r"joined in (?P<p1>\d+) or later, what is the most ordered category",
        r"(?P<p1>\d+)년 이후 가입 고객 중 소비액 1위 고객이 수량 기준으로",
        r"who joined in (?P<p1>\d+) or later, take the one who spent the most",
        r"^(?P<p1>\d+)년이나 그 뒤에 가입한 고객 가운데 지출이",
    ),
    "second_by_categories": (
        r"exceeds the average per-customer spending, rank them .* customer ranked (?P<p1>\d+)",
        r"평균 소비액 초과 고객 중 고유 카테고리 수 기준 (?P<p1>\d+)위",
        r"number of different categories bought. In which region does number (?P<p1>\d+)",
        r"평균 지출보다 많은 고객 가운데, 구매한 분류의 가짓수로 순위를 매길 때 (?P<p1>\d+)위인 고객은 어느 지역",
    ),
    "regulars_second": (
        r"with (?P<p1>\d+) or more orders, what is the membership of the customer ranked (?P<p2>\d+)",
        r"^(?P<p1>\d+)건 이상 주문한 고객 중 평균 주문 가치\S* (?P<p2>\d+)위",
        r"at least (?P<p1>\d+) orders, rank by mean order. What is the membership of number (?P<p2>\d+)",
        r"^주문이 (?P<p1>\d+)건 이상인 고객 가운데, 평균 주문액으로 순위를 매길 때 (?P<p2>\d+)위",
    ),
    "bottom_membership": (
        r"Among the bottom (?P<p1>\d+) categories by total revenue",
        r"총 매출 하위 (?P<p1>\d+)개 카테고리 중 평균 주문 수량이",
        r"Take the (?P<p1>\d+) categories with the least revenue",
        r"^매출이 적은 순으로 분류 (?P<p1>\d+)개를",
    ),
    "top_stock_discount": (
        r"Among the top (?P<p1>\d+) categories by total order quantity",
        r"총 주문수량 상위 (?P<p1>\d+)개 카테고리 안에서",
        r"Take the (?P<p1>\d+) categories with the largest ordered quantity",
        r"^주문 수량이 많은 순으로 분류 (?P<p1>\d+)개를",
    ),
    "membership_mean_gap": (
        rf"average of per-category average order revenue for (?P<p1>{_W}) customers only",
        rf"^(?P<p1>{_W}) 고객만의 카테고리별 평균 주문 매출의 평균",
        rf"once for the orders of (?P<p1>{_W}) customers and once for all orders",
        rf"^분류별 평균 주문액의 평균을 (?P<p1>{_W}) 등급 고객의 주문만으로",
    ),
    "retention_range": (
        r"compute the discount retention ratio",
        r"카테고리별 할인 보존율",
        r"discounted revenue of each category in percent of its revenue",
        r"^분류마다 매출에 대한 할인 매출의 백분율",
    ),
    "quarter_ratio_gap": (
        r"For each quarter, compute the discounted revenue as a percentage",
        r"각 분기별로 정가 매출 대비 할인 매출 비율",
        r"in percent of the revenue, for each quarter and for all orders",
        r"할인 매출의 백분율을 분기마다, 그리고 전체",
    ),
    "region_late_gap": (
        r"for ALL customers and for customers who joined in (?P<p1>\d+) or later",
        r"각 지역의 전체 고객 할인 매출과 (?P<p1>\d+)년 이후 가입 고객",
        r"subtract the discounted revenue from customers who joined in (?P<p1>\d+) or later",
        r"^지역마다 전체 고객의 할인 매출에서 (?P<p1>\d+)년이나",
    ),
    "above_price_inventory": (
        r"price above the overall average price .* total discounted inventory value",
        r"전체 평균 가격\(\d+\)보다 가격이 높은 상품들의 총 할인 재고 가치",
        r"dearer than the mean price of all products, add up discounted price times stock",
        r"평균 가격보다 비싼 상품에 대해 할인가와 재고의 곱",
    ),
    "big_spenders": (
        r"How many customers have total spending above the average",
        r"고객별 평균 소비액보다 많이 소비한 고객은 몇 명",
        r"How many customers spend more than the mean spending",
        r"^지출이 고객들의 평균 지출보다 많은 고객은 몇",
    ),
    "discounted_orders": (
        r"How many orders are for products with discount rate (?P<p1>\d+)% or higher",
        r"^할인율 (?P<p1>\d+)% 이상인 상품의 총 주문 건수",
        r"products with a discount of at least (?P<p1>\d+)\?",
        r"^할인율이 (?P<p1>\d+) 이상인 상품의 주문은 몇",
    ),
    "lowered_discount": (
        r"discount rate were reduced by (?P<p1>\d+) percentage points",
        r"할인율이 (?P<p1>\d+)%p 낮아진다면",
        r"If every discount were lower by (?P<p1>\d+), but never below 0",
        r"^모든 할인율을 (?P<p1>\d+)만큼 낮추되 0보다",
    ),
    "non_member_lead": (
        rf"In '(?P<p1>{_W})', how many more non-{_W} orders are there compared to (?P<p2>{_W}) membership orders",
        rf"^'(?P<p1>{_W})'에서 비(?P<p2>{_W}) 주문 건수와",
        rf"Of the orders from (?P<p1>{_W}), how many more are not from (?P<p2>{_W}) customers than are",
        rf"^(?P<p1>{_W}) 지역 주문에서 (?P<p2>{_W}) 등급이 아닌",
    ),
    "cell_ratio": (
        r"In a membership \* category revenue table",
        r"등급×카테고리 매출 표에서 최대 셀",
        r"every pair of membership and category. What is the largest",
        r"^등급과 분류의 짝마다 매출을",
    ),
    "category_region_max": (
        rf"In the '(?P<p1>{_W})' category, which region has the most orders by quantity",
        rf"^'(?P<p1>{_W})' 카테고리에서 수량 기준 주문이 가장 많은 지역",
        rf"Which region ordered the largest quantity of the category (?P<p1>{_W})\?",
        rf"^(?P<p1>{_W}) 분류의 주문 수량이 가장 많은 지역",
    ),
    "busiest_quarter_share": (
        rf"In the quarter with the most orders \((?P<p1>{_W})\), .* comes from (?P<p2>{_W}) membership",
        rf"주문 건수가 가장 많은 분기\((?P<p1>{_W})\)에서, 해당 분기 매출 중 (?P<p2>{_W}) 등급",
        rf"^(?P<p1>{_W}) is the quarter with the most orders\. What percentage of its revenue comes from (?P<p2>{_W}) ",
        rf"^주문 건수가 가장 많은 분기인 (?P<p1>{_W})의 매출에서 (?P<p2>{_W}) 등급",
    ),
    "region_top_share": (
        rf"In the region with the \w+ highest order count \('(?P<p1>{_W})'\), who is the top spender",
        rf"주문 건수 \d+위 지역\('(?P<p1>{_W})'\)의 최고 소비 고객이",
        rf"with orders from (?P<p1>{_W}), take the one who spends the most there",
        rf"^(?P<p1>{_W}) 지역 주문에 가장 많이 지출한 고객을 고를 때, .*그 고객의 전체 지출에서",
    ),
    "best_region_without_top": (
        rf"highest total revenue \('(?P<p1>{_W})'\), excluding orders from the top (?P<p2>\d+) spenders",
        rf"매출 1위 지역\('(?P<p1>{_W})'\)에서 소비 상위 (?P<p2>\d+)명 제외",
        rf"^(?P<p1>{_W}) is the region with the most revenue\. Leave out the (?P<p2>\d+) customers",
        rf"^매출이 가장 많은 (?P<p1>{_W}) 지역의 주문에서, 모든 지역을 통틀어 지출이 가장 많은 고객 (?P<p2>\d+)명",
    ),
    "split_discount_gap": (
        r"Split customers into above-median and below-median spenders.* discount >= (?P<p1>\d+)%",
        r"고객을 소비액 중앙값 기준으로 나눌 때, 할인율 (?P<p1>\d+)% 이상",
        r"Split the customers into those whose spending is above the median .* at least (?P<p1>\d+)",
        r"^고객을 지출이 중앙값보다 많은 고객과 .*할인율이 (?P<p1>\d+) 이상",
    ),
    "second_product_category": (
        r"What is the category of the product ranked (?P<p1>\d+)\w+ in total revenue",
        r"^매출 (?P<p1>\d+)위 상품의 카테고리",
        r"Rank the products by revenue. Which category does number (?P<p1>\d+)",
        r"^매출로 순위를 매길 때 (?P<p1>\d+)위인 상품",
    ),
    "category_cv": (
        r"coefficient of variation of category revenues",
        r"카테고리별 매출의 변동계수",
        r"population standard deviation of the revenues of the categories",
        r"^분류별 매출의 표준편차\(모집단\)",
    ),
    "discount_price_gap": (
        r"average discounted price of discounted products .* non-discounted products",
        r"할인 상품\(할인율>0\)의 평균 할인가와",
        r"mean discounted price of the products with a discount above 0",
        r"^할인율이 0보다 큰 상품의 평균 할인가",
    ),
    "quarter_mean_gap": (
        r"average of quarterly per-order average revenue and the overall",
        r"분기별 주문당 평균 매출의 평균과 전체",
        r"mean order of each quarter and the mean of these. By how much",
        r"^분기마다 평균 주문액을 구해 그 평균을",
    ),
    "category_range": (
        r"difference between the highest and lowest category revenue",
        r"카테고리별 매출에서 최대와 최소의 차이",
        r"highest and the lowest revenue of a category differ",
        r"^매출이 가장 많은 분류와 가장 적은",
    ),
    "weighted_price_gap": (
        r"the quantity-weighted average price",
        r"수량 가중 평균 가격",
        r"divided by their quantity. By how much does it differ from the mean price",
        r"매출을 수량으로 나눈 값은 모든 상품의 평균 가격과",
    ),
    "quarter_range": (
        r"quarter with the highest and lowest total discounted revenue",
        r"분기별 할인 적용 매출액 중 최대와 최소",
        r"highest and the lowest discounted revenue of a quarter",
        r"^할인 매출이 가장 많은 분기와",
    ),
    "total_discount": (
        r"difference between total sales and total discounted sales",
        r"총 매출액과 할인 적용 총 매출액의 차이",
        r"By how much is the discounted revenue of all orders less",
        r"^모든 주문의 할인 매출을 더한 값은 매출을 더한 값보다",
    ),
    "mean_of_category_prices": (
        r"overall average of each category's average product price",
        r"카테고리별 평균 가격의 전체 평균",
        r"mean price of the products of each category. What is the mean of these",
        r"분류마다 상품 가격의 평균을 구할 때",
    ),
    "membership_pair_ratio": (
        rf"for (?P<p1>{_W}?)\+(?P<p2>{_W}) customers vs (?P<p3>{_W}?)\+(?P<p4>{_W}) customers",
        rf"^(?P<p1>{_W}?)\+(?P<p2>{_W}) 고객의 주문당 평균 매출과 (?P<p3>{_W}?)\+(?P<p4>{_W}) 고객",
        (
            rf"mean order of (?P<p1>{_W}) and (?P<p2>{_W}) customers together, in percent of the mean order of "
            rf"(?P<p3>{_W}) and (?P<p4>{_W}) customers"
        ),
        rf"^(?P<p1>{_W})·(?P<p2>{_W}) 등급 고객을 합쳐 구한 평균 주문액은 (?P<p3>{_W})·(?P<p4>{_W}) 등급",
    ),
    "membership_difference": (
        rf"sales difference between (?P<p1>{_W}) and (?P<p2>{_W}) membership customers",
        rf"^(?P<p1>{_W}) 등급 고객과 (?P<p2>{_W}) 등급 고객의 매출 차이",
        rf"revenue of (?P<p1>{_W}) customers less that of (?P<p2>{_W}) customers",
        rf"^(?P<p1>{_W}) 등급 고객의 매출에서 (?P<p2>{_W}) 등급 고객의 매출을 빼면",
    ),
    "nth_region": (
        r"sales revenue of the region with the (?P<p1>\d+)\w+ highest total sales",
        r"전체 지역 중 (?P<p1>\d+)번째로 매출이 높은 지역",
        r"Rank the regions by revenue. What is the revenue of number (?P<p1>\d+)",
        r"^매출로 지역의 순위를 매길 때, (?P<p1>\d+)위인",
    ),
    "category_discounted": (
        rf"total discounted revenue for '(?P<p1>{_W})' category products",
        rf"^'(?P<p1>{_W})' 카테고리 상품의 총 할인 매출액",
        rf"discounted revenue of all orders in the category (?P<p1>{_W})",
        rf"^(?P<p1>{_W}) 분류 주문의 할인 매출을",
    ),
    "region_discounted": (
        rf"total discounted revenue for orders in '(?P<p1>{_W})'",
        rf"^'(?P<p1>{_W})' 주문의 할인 적용 총 매출액",
        rf"What is the discounted revenue of all orders from (?P<p1>{_W})\?",
        rf"^(?P<p1>{_W}) 지역 주문의 할인 매출을",
    ),
    "above_mean_discounted": (
        r"total discounted revenue from orders whose quantity exceeds the average",
        r"평균 주문 수량\(\d+\)을 초과하는 주문의 할인 적용 매출",
        r"discounted revenue of the orders whose quantity is above the mean",
        r"평균 수량보다 많은 주문의 할인 매출",
    ),
    "total_discounted": (
        r"What is the total discounted sales amount",
        r"전체 주문의 할인 적용 총 매출액",
        r"discounted revenue of all orders together",
        r"^모든 주문의 할인 매출을 더하면",
    ),
    "membership_quantity": (
        rf"total order quantity for (?P<p1>{_W}) membership customers",
        rf"^(?P<p1>{_W}) 등급 고객의 총 주문 수량",
        rf"What quantity did (?P<p1>{_W}) customers order",
        rf"^(?P<p1>{_W}) 등급 고객이 주문한 수량",
    ),
    "quarter_quantity": (
        rf"total quantity ordered in (?P<p1>{_W})\?",
        rf"^(?P<p1>{_W})에 주문된 전체 수량",
        rf"What quantity was ordered in (?P<p1>{_W}) altogether",
        rf"^(?P<p1>{_W})에 주문한 수량은",
    ),
    "above_mean_revenue": (
        r"total revenue from orders where the quantity exceeds the average",
        r"평균 주문 수량\(\d+\)을 초과하는 주문의 총 매출액",
        r"What is the revenue of the orders whose quantity is above the mean",
        r"평균 수량보다 많은 주문의 매출을",
    ),
    "category_region_revenue": (
        rf"total sales revenue for '(?P<p1>{_W})' products in '(?P<p2>{_W})'",
        rf"^'(?P<p2>{_W})'에서 '(?P<p1>{_W})' 상품의 총 매출액",
        rf"revenue of the category (?P<p1>{_W}) in orders from (?P<p2>{_W})\?",
        rf"^(?P<p2>{_W}) 지역 주문에서 (?P<p1>{_W}) 분류의 매출",
    ),
    "region_revenue": (
        rf"total sales revenue for orders placed in '(?P<p1>{_W})'",
        rf"^'(?P<p1>{_W})' 지역 주문의 총 매출액",
        rf"What is the revenue of all orders from (?P<p1>{_W})\?",
        rf"^(?P<p1>{_W}) 지역 주문의 매출을",
    ),
    "above_stock_revenue": (
        r"products whose stock is above the median stock level",
        r"재고가 중앙값\(\d+\) 초과인 상품의 총 매출액",
        r"stock is above the median stock of all",
        r"재고의 중앙값보다 많은 상품의 매출",
    ),
    "membership_share": (
        rf"percentage of total revenue comes from '(?P<p1>{_W})' membership",
        rf"^'(?P<p1>{_W})' 등급 고객의 매출이 전체 매출의 몇 %",
        rf"What percentage of all revenue comes from (?P<p1>{_W}) customers",
        rf"^전체 매출에서 (?P<p1>{_W}) 등급 고객의 매출은 몇",
    ),
    "above_median_share": (
        r"orders whose individual revenue .* exceeds the median order revenue",
        r"주문별 매출\(가격×수량\)이 중앙값을 초과하는 주문",
        r"orders whose revenue is above the median revenue",
        r"^매출이 모든 주문 매출의 중앙값보다 많은 주문",
    ),
    "second_distinct_category": (
        r"Which category has the (?P<p1>\d+)\w+-highest number of distinct products ordered",
        r"(?P<p1>두) ?번째로 많은 카테고리는 무엇입니까",
        r"how many different products were ordered from them. What is the revenue of number (?P<p1>\d+)",
        r"^주문된 상품의 가짓수로 .*, (?P<p1>\d+)위인 분류의 매출",
    ),
    "discount_category_orders": (
        r"Which category has the highest average discount rate",
        r"평균 할인율이 가장 높은 카테고리는 무엇",
        r"highest mean discount of its products, and how many orders",
        r"상품의 평균 할인율이 가장 높은 분류의 주문은 몇",
    ),
    "busiest_category_discounted": (
        r"Which category has the most orders\?",
        r"주문 건수가 가장 많은 카테고리의 할인 적용 매출액",
        r"Which category has the largest number of orders",
        r"^주문 건수가 가장 많은 분류의 할인",
    ),
    "busiest_region_discounted": (
        r"Which region has the most orders\?",
        r"주문 건수가 가장 많은 지역은 어디입니까",
        r"Which region has the largest number of orders",
        r"^주문 건수가 가장 많은 지역의 할인",
    ),
}
