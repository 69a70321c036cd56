"""`gwageo report`: runs and counts as tables; what cannot be shown is refused by name."""

from pathlib import Path

import pytest

from command_line import gwageo


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    for model in ("baseline:gold", "baseline:first"):
        for_one = folder / model.replace(":", "-")
        assert gwageo("run", "nolli/jamo-ko-easy", "-m", model, "--limit", "5", "-o", str(for_one)).returncode == 0
    return folder


def test_runs_stand_in_one_table(runs: Path) -> None:
    shown = gwageo("report", str(runs))
    assert shown.returncode == 0
    assert "baseline:gold" in shown.stdout
    assert "100.0" in shown.stdout


def test_runs_give_nolli_s_tables_and_never_mix_with_the_released_items(runs: Path) -> None:
    shown = gwageo("report", str(runs), "--as", "nolli-G", "--format", "csv")
    assert shown.stdout.splitlines() == [
        "task,model,easy,medium,hard",
        "jamo_ko,baseline:first (plain) [gwageo],0.0,,",
        "jamo_ko,baseline:gold (plain) [gwageo],1.0,,",
    ]


def test_the_authors_counts_give_table_2(material: Path) -> None:
    shown = gwageo(
        "report", "--counts", str(material / "data" / "nolli" / "accuracy.csv"), "--as", "nolli-2", "--format", "md"
    )
    assert shown.returncode == 0
    assert "+68.7" in shown.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["report"], "takes runs or --counts"),
        (["report", "--counts", "none.csv"], "none.csv: does not exist"),
        (["report", "no-run-here"], "There is no run in"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(words: list[str], told: str) -> None:
    shown = gwageo(*words)
    assert (shown.returncode, told in shown.stderr) == (2, True), shown.stderr


def test_a_table_of_counts_that_cannot_be_is_refused_in_korean(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("model,task,tier,n,correct\nm,cipher_ko,easy,10,12\n", encoding="utf-8")
    shown = gwageo("report", "--counts", "c.csv", "--as", "nolli-2", "--lang", "ko", where=tmp_path)
    told = "gwageo: c.csv 2행 'correct' 열: 값 12는 쓸 수 없습니다. 0에서 n (10)까지의 정수여야 합니다\n"
    assert (shown.returncode, shown.stderr) == (2, told)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "결과 폴더와 --counts FILE 가운데 하나만"),
        (("RUNS", "--as", "kbs-12"), "이 결과에는 kbs-12 표에 들어갈 것이 없습니다"),
        (("RUNS", "--as", "kolighteval-A1"), "KoLightEval 시험이 없습니다"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_korean(runs: Path, words: tuple[str, ...], told: str) -> None:
    shown = gwageo("report", *(str(runs) if word == "RUNS" else word for word in words), "--lang", "ko")
    assert (shown.returncode, told in shown.stderr) == (2, True), shown.stderr


def test_an_unknown_view_names_the_closest(runs: Path) -> None:
    assert "nolli-2" in gwageo("report", str(runs), "--as", "nolli-22").stderr


def test_half_a_run_is_no_result(runs: Path, tmp_path: Path) -> None:
    import json
    import shutil

    half = tmp_path / "half"
    shutil.copytree(runs / "baseline-gold", half)
    manifest = json.loads((half / "run.json").read_text(encoding="utf-8"))
    (half / "run.json").write_text(json.dumps({**manifest, "finished": None}), encoding="utf-8")
    shown = gwageo("report", str(half))
    assert (shown.returncode, "is not finished" in shown.stderr) == (2, True)


def test_facts_about_the_suite_need_no_runs() -> None:
    shown = gwageo("report", "--as", "kbs-1", "--format", "csv")
    assert (shown.returncode, len(shown.stdout.splitlines())) == (0, 8)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--as", "kbs-12"], "hold nothing of the table 'kbs-12'"),
        (["--as", "kbs-20"], "kbs-2"),
        (["--format", "csv-kbs", "--as", "kbs-4"], "is a layout of runs"),
    ],
)
def test_kbs_s_tables_are_refused_where_the_runs_have_nothing(runs: Path, words: list[str], told: str) -> None:
    shown = gwageo("report", str(runs), *words)
    assert (shown.returncode, told in shown.stderr) == (2, True), shown.stderr


def test_counts_and_no_runs_make_no_table_of_kbs(material: Path) -> None:
    counts = str(material / "data" / "nolli" / "accuracy.csv")
    assert "is made of runs, not of counts" in gwageo("report", "--counts", counts, "--as", "kbs-4").stderr
    assert gwageo("report", "--as", "kbs-4").returncode == 2


def test_an_unfinished_run_among_others_is_left_out_by_name(runs: Path, tmp_path: Path) -> None:
    import json
    import shutil

    folder = tmp_path / "all"
    shutil.copytree(runs, folder)
    manifest = json.loads((folder / "baseline-first" / "run.json").read_text(encoding="utf-8"))
    (folder / "baseline-first" / "run.json").write_text(json.dumps({**manifest, "finished": None}), encoding="utf-8")
    shown = gwageo("report", str(folder))
    assert shown.returncode == 0
    assert "baseline-first is not finished and is left out" in shown.stdout
    assert "baseline:gold" in shown.stdout
