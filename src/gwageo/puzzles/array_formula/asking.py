"""How questions are asked: for every kind the sentences that ask it, the released ones first.

Groups are named by the place of what they name among the arguments of the kind: `p1`, `p2`, ...
"""

_W = r"[^'\s?,().]+"

FORMS: dict[str, tuple[str, ...]] = {
    "distinct_in_membership": (
        rf"Among (?P<p1>{_W}) membership customers, which category has the most distinct products",
        rf"^(?P<p1>{_W}) 등급 고객의 주문에서 고유 상품 수가 가장 많은 카테고리",
    ),
    "early_best_stock": (
        r"joined before (?P<p1>\d+), find the one with the highest average order value .* average stock",
        r"(?P<p1>\d+)년 이전 가입 고객 중 주문당 평균 매출이 가장 높은 고객이 .* 평균 재고",
    ),
    "late_top_category": (
        r"joined in (?P<p1>\d+) or later, what is the most ordered category",
        r"(?P<p1>\d+)년 이후 가입 고객 중 소비액 1위 고객이 수량 기준으로",
    ),
    "second_by_categories": (
        r"exceeds the average per-customer spending, rank them .* customer ranked (?P<p1>\d+)",
        r"평균 소비액 초과 고객 중 고유 카테고리 수 기준 (?P<p1>\d+)위",
    ),
    "regulars_second": (
        r"with (?P<p1>\d+) or more orders, what is the membership of the customer ranked (?P<p2>\d+)",
        r"^(?P<p1>\d+)건 이상 주문한 고객 중 평균 주문 가치\S* (?P<p2>\d+)위",
    ),
    "bottom_membership": (
        r"Among the bottom (?P<p1>\d+) categories by total revenue",
        r"총 매출 하위 (?P<p1>\d+)개 카테고리 중 평균 주문 수량이",
    ),
    "top_stock_discount": (
        r"Among the top (?P<p1>\d+) categories by total order quantity",
        r"총 주문수량 상위 (?P<p1>\d+)개 카테고리 안에서",
    ),
    "membership_mean_gap": (
        rf"average of per-category average order revenue for (?P<p1>{_W}) customers only",
        rf"^(?P<p1>{_W}) 고객만의 카테고리별 평균 주문 매출의 평균",
    ),
    "retention_range": (r"compute the discount retention ratio", r"카테고리별 할인 보존율"),
    "quarter_ratio_gap": (
        r"For each quarter, compute the discounted revenue as a percentage",
        r"각 분기별로 정가 매출 대비 할인 매출 비율",
    ),
    "region_late_gap": (
        r"for ALL customers and for customers who joined in (?P<p1>\d+) or later",
        r"각 지역의 전체 고객 할인 매출과 (?P<p1>\d+)년 이후 가입 고객",
    ),
    "above_price_inventory": (
        r"price above the overall average price .* total discounted inventory value",
        r"전체 평균 가격\(\d+\)보다 가격이 높은 상품들의 총 할인 재고 가치",
    ),
    "big_spenders": (
        r"How many customers have total spending above the average",
        r"고객별 평균 소비액보다 많이 소비한 고객은 몇 명",
    ),
    "discounted_orders": (
        r"How many orders are for products with discount rate (?P<p1>\d+)% or higher",
        r"^할인율 (?P<p1>\d+)% 이상인 상품의 총 주문 건수",
    ),
    "lowered_discount": (
        r"discount rate were reduced by (?P<p1>\d+) percentage points",
        r"할인율이 (?P<p1>\d+)%p 낮아진다면",
    ),
    "non_member_lead": (
        rf"In '(?P<p1>{_W})', how many more non-{_W} orders are there compared to (?P<p2>{_W}) membership orders",
        rf"^'(?P<p1>{_W})'에서 비(?P<p2>{_W}) 주문 건수와",
    ),
    "cell_ratio": (r"In a membership \* category revenue table", r"등급×카테고리 매출 표에서 최대 셀"),
    "category_region_max": (
        rf"In the '(?P<p1>{_W})' category, which region has the most orders by quantity",
        rf"^'(?P<p1>{_W})' 카테고리에서 수량 기준 주문이 가장 많은 지역",
    ),
    "busiest_quarter_share": (
        rf"In the quarter with the most orders \((?P<p1>{_W})\), .* comes from (?P<p2>{_W}) membership",
        rf"주문 건수가 가장 많은 분기\((?P<p1>{_W})\)에서, 해당 분기 매출 중 (?P<p2>{_W}) 등급",
    ),
    "region_top_share": (
        rf"In the region with the \w+ highest order count \('(?P<p1>{_W})'\), who is the top spender",
        rf"주문 건수 \d+위 지역\('(?P<p1>{_W})'\)의 최고 소비 고객이",
    ),
    "best_region_without_top": (
        rf"highest total revenue \('(?P<p1>{_W})'\), excluding orders from the top (?P<p2>\d+) spenders",
        rf"매출 1위 지역\('(?P<p1>{_W})'\)에서 소비 상위 (?P<p2>\d+)명 제외",
    ),
    "split_discount_gap": (
        r"Split customers into above-median and below-median spenders.* discount >= (?P<p1>\d+)%",
        r"고객을 소비액 중앙값 기준으로 나눌 때, 할인율 (?P<p1>\d+)% 이상",
    ),
    "second_product_category": (
        r"What is the category of the product ranked (?P<p1>\d+)\w+ in total revenue",
        r"^매출 (?P<p1>\d+)위 상품의 카테고리",
    ),
    "category_cv": (r"coefficient of variation of category revenues", r"카테고리별 매출의 변동계수"),
    "discount_price_gap": (
        r"average discounted price of discounted products .* non-discounted products",
        r"할인 상품\(할인율>0\)의 평균 할인가와",
    ),
    "quarter_mean_gap": (
        r"average of quarterly per-order average revenue and the overall",
        r"분기별 주문당 평균 매출의 평균과 전체",
    ),
    "category_range": (
        r"difference between the highest and lowest category revenue",
        r"카테고리별 매출에서 최대와 최소의 차이",
    ),
    "weighted_price_gap": (r"the quantity-weighted average price", r"수량 가중 평균 가격"),
    "quarter_range": (
        r"quarter with the highest and lowest total discounted revenue",
        r"분기별 할인 적용 매출액 중 최대와 최소",
    ),
    "total_discount": (
        r"difference between total sales and total discounted sales",
        r"총 매출액과 할인 적용 총 매출액의 차이",
    ),
    "mean_of_category_prices": (
        r"overall average of each category's average product price",
        r"카테고리별 평균 가격의 전체 평균",
    ),
    "membership_pair_ratio": (
        rf"for (?P<p1>{_W}?)\+(?P<p2>{_W}) customers vs (?P<p3>{_W}?)\+(?P<p4>{_W}) customers",
        rf"^(?P<p1>{_W}?)\+(?P<p2>{_W}) 고객의 주문당 평균 매출과 (?P<p3>{_W}?)\+(?P<p4>{_W}) 고객",
    ),
    "membership_difference": (
        rf"sales difference between (?P<p1>{_W}) and (?P<p2>{_W}) membership customers",
        rf"^(?P<p1>{_W}) 등급 고객과 (?P<p2>{_W}) 등급 고객의 매출 차이",
    ),
    "nth_region": (
        r"sales revenue of the region with the (?P<p1>\d+)\w+ highest total sales",
        r"전체 지역 중 (?P<p1>\d+)번째로 매출이 높은 지역",
    ),
    "category_discounted": (
        rf"total discounted revenue for '(?P<p1>{_W})' category products",
        rf"^'(?P<p1>{_W})' 카테고리 상품의 총 할인 매출액",
    ),
    "region_discounted": (
        rf"total discounted revenue for orders in '(?P<p1>{_W})'",
        rf"^'(?P<p1>{_W})' 주문의 할인 적용 총 매출액",
    ),
    "above_mean_discounted": (
        r"total discounted revenue from orders whose quantity exceeds the average",
        r"평균 주문 수량\(\d+\)을 초과하는 주문의 할인 적용 매출",
    ),
    "total_discounted": (r"What is the total discounted sales amount", r"전체 주문의 할인 적용 총 매출액"),
    "membership_quantity": (
        rf"total order quantity for (?P<p1>{_W}) membership customers",
        rf"^(?P<p1>{_W}) 등급 고객의 총 주문 수량",
    ),
    "quarter_quantity": (rf"total quantity ordered in (?P<p1>{_W})\?", rf"^(?P<p1>{_W})에 주문된 전체 수량"),
    "above_mean_revenue": (
        r"total revenue from orders where the quantity exceeds the average",
        r"평균 주문 수량\(\d+\)을 초과하는 주문의 총 매출액",
    ),
    "category_region_revenue": (
        rf"total sales revenue for '(?P<p1>{_W})' products in '(?P<p2>{_W})'",
        rf"^'(?P<p2>{_W})'에서 '(?P<p1>{_W})' 상품의 총 매출액",
    ),
    "region_revenue": (
        rf"total sales revenue for orders placed in '(?P<p1>{_W})'",
        rf"^'(?P<p1>{_W})' 지역 주문의 총 매출액",
    ),
    "above_stock_revenue": (
        r"products whose stock is above the median stock level",
        r"재고가 중앙값\(\d+\) 초과인 상품의 총 매출액",
    ),
    "membership_share": (
        rf"percentage of total revenue comes from '(?P<p1>{_W})' membership",
        rf"^'(?P<p1>{_W})' 등급 고객의 매출이 전체 매출의 몇 %",
    ),
    "above_median_share": (
        r"orders whose individual revenue .* exceeds the median order revenue",
        r"주문별 매출\(가격×수량\)이 중앙값을 초과하는 주문",
    ),
    "second_distinct_category": (
        r"Which category has the (?P<p1>\d+)\w+-highest number of distinct products ordered",
        r"(?P<p1>두) ?번째로 많은 카테고리는 무엇입니까",
    ),
    "discount_category_orders": (
        r"Which category has the highest average discount rate",
        r"평균 할인율이 가장 높은 카테고리는 무엇",
    ),
    "busiest_category_discounted": (
        r"Which category has the most orders\?",
        r"주문 건수가 가장 많은 카테고리의 할인 적용 매출액",
    ),
    "busiest_region_discounted": (
        r"Which region has the most orders\?",
        r"주문 건수가 가장 많은 지역은 어디입니까",
    ),
}
