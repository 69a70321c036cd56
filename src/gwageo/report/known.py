"""The models that the publications examined, as a sheet, and everything about one of them."""

from collections.abc import Sequence
from typing import Any

from gwageo.core import UnknownName
from gwageo.messages import translate
from gwageo.models.known import MARK, Known, find, models, preset, presets
from gwageo.report.sheets import Head, Sheet


def sheet(name: str | None = None) -> Sheet:
    """Every known model, those of a preset, or one.

    Raises:
        UnknownName: There is no such model or preset, with the closest names.
    """
    chosen = _chosen(name)
    rows = tuple(_row(model) for model in chosen)
    title = translate("sheet.title.known", what=name or translate("sheet.word.all_known"), count=len(chosen))
    notes = [translate("sheet.note.presets", presets=", ".join(presets()))] if name is None else []
    if any(model.run is None for model in chosen):
        notes.append(translate("sheet.note.no_run"))
    return Sheet("models", title, _heads(), rows, tuple(notes))


def records(name: str | None = None) -> list[dict[str, Any]]:
    """The same for programs, with everything that is known; what is not is null."""
    fields = Known.__dataclass_fields__
    return [{field: getattr(model, field) for field in fields} for model in _chosen(name)]


def _chosen(name: str | None) -> Sequence[Known]:
    if name is None:
        return models()
    if name.startswith(MARK):
        return preset(name)
    if (model := find(name)) is not None:
        return (model,)
    raise UnknownName("model", name, [*(one for model in models() for one in model.names), *presets()])


def _heads() -> tuple[Head, ...]:
    return (Head("model"), Head("run"), Head("group", "word", translate("sheet.head.model_group")), Head("developer"),
            Head("family"), Head("size", "text", translate("sheet.head.parameters")), Head("stage", "word"),
            Head("template", "word"), Head("thinking"))  # fmt: skip


def _row(model: Known) -> tuple[Any, ...]:
    template = None if model.template is None else "yes" if model.template else "no"
    return (model.name, model.run, model.group, model.developer, model.family, model.size, model.stage, template,
            model.thinking)  # fmt: skip
