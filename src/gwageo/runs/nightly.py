"""A nightly file: models x protocols x shots over a set of tasks, validated, and written back.

One cell is one run: a model under one protocol with one number of demonstrations, over all tasks of the file.
"""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from gwageo.core import FEW_SHOT, PROTOCOLS, ConfigError, FewShot, Protocol, ProtocolName, Sampling, UnknownName
from gwageo.models import known
from gwageo.models.options import DType, ModelOptions
from gwageo.runs.config import SERVED, Count, Name, RunConfig
from gwageo.runs.directory import DEFAULT_BASE
from gwageo.runs.expected import expected
from gwageo.runs.nightly_paths import from_folder, model_from_folder
from gwageo.runs.yaml_places import Document, parse
from gwageo.tasks.base import Settings, Task
from gwageo.tasks.registry import expand, own_exams, packaged
from gwageo.tasks.sources import BUNDLED

_NIGHTLY = "nightly"
Shots = Literal["published"] | Annotated[int, Field(ge=0)]
Several = Annotated[tuple[Name, ...], Field(min_length=1)]


class ModelEntry(BaseModel):
    """One model, and how it is loaded: the fields of `ModelOptions`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name
    dtype: DType = "auto"
    device: str = "auto"
    device_map: str | None = None
    revision: str | None = None
    adapter: str | None = None
    context_length: Count | None = None
    pack_mb: Count | None = None
    trust_remote_code: bool = False
    seed: int = 0
    base_url: Name | None = None
    api_key_env: Name | None = None
    timeout_s: Annotated[float, Field(gt=0)] = 600.0
    stream: bool = False
    reasoning_effort: Name | None = None
    extra_body: dict[str, Any] = {}
    chat_template_kwargs: dict[str, Any] = {}
    client_stop: bool = False

    @property
    def options(self) -> ModelOptions:
        """How it is loaded."""
        return ModelOptions(**self.model_dump(exclude={"name"}))


class SamplingEntry(BaseModel):
    """How replies are drawn; its seed is the model's."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    temperature: Annotated[float, Field(ge=0)] = 0.0
    top_p: float | None = None
    top_k: int | None = None
    recommended: bool = False


class NightlyFile(BaseModel):
    """Everything that a nightly file says."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, protected_namespaces=())

    name: Annotated[str, Field(pattern=r"^[\w.-]+$")] = _NIGHTLY
    """Part of the default output folder; letters, digits, `_`, `.`, `-`. None given: the file's own."""
    models: Annotated[tuple[ModelEntry, ...], Field(min_length=1)]
    """Names, or mappings with `name` and load options."""
    tasks: Several = ("quick",)
    task_files: tuple[Name, ...] = ()
    """Files with tasks of one's own, whose names may stand in `tasks`."""
    protocols: Annotated[tuple[ProtocolName, ...], Field(min_length=1)] = ("plain",)
    shots: Annotated[tuple[Shots, ...], Field(min_length=1)] = ("published",)
    """Numbers of demonstrations; `published` is each task's own."""
    few_shot: FewShot = "turns"
    shot_seed: int = 1234
    shot_data: Name | None = None
    shot_ids: tuple[Name, ...] = ()
    max_tokens: Count | None = None
    think_budget: Count | None = None
    sampling: SamplingEntry = SamplingEntry()
    data: Name | None = None
    limit: Count | None = None
    repeats: Count = 1
    margin: Annotated[float, Field(gt=0, lt=100)] | None = None
    concurrency: Count | None = None
    no_cache: bool = False
    batch: bool = False
    max_cost: Annotated[float, Field(gt=0)] | None = None
    max_total_tokens: Count | None = None
    prices: Name | None = None
    options: dict[str, str] = {}
    """Task options by name."""
    output: Name | None = None
    """Folder of the runs; None is `runs/nightly-NAME`."""

    @field_validator("models", mode="before")
    @classmethod
    def _named(cls, value: Any) -> Any:
        """A bare name stands for a model with default options."""
        entries = [{"name": each} if isinstance(each, str) else each for each in _list(value)]
        return tuple(entries)

    @field_validator("tasks", "task_files", "protocols", "shots", "shot_ids", mode="before")
    @classmethod
    def _several(cls, value: Any) -> Any:
        """YAML has lists; one value alone stands for a list of it. `null` shots are the published ones."""
        return tuple("published" if each is None else each for each in _list(value))

    @property
    def folder(self) -> Path:
        """Where the runs lie unless -o says otherwise."""
        if self.output:
            return Path(self.output)
        return DEFAULT_BASE / (self.name if self.name.startswith(_NIGHTLY) else f"{_NIGHTLY}-{self.name}")


def _list(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple)) else [value]


@dataclass(frozen=True, slots=True)
class NightlyCell:
    """One cell of the matrix."""

    entry: ModelEntry
    config: RunConfig
    shots: str
    """As written: a number, or `published`."""


def cells(file: NightlyFile) -> Iterator[NightlyCell]:
    """Every cell, all cells of a model behind each other, each once."""
    seen: set[str] = set()
    for entry in file.models:
        for name in file.protocols:
            for shots in file.shots:
                config = _config(file, entry, name, None if shots == "published" else shots)
                if (key := config.model_dump_json()) not in seen:
                    seen.add(key)
                    yield NightlyCell(entry, config, str(shots))


def _config(file: NightlyFile, entry: ModelEntry, protocol: ProtocolName, shots: int | None) -> RunConfig:
    return RunConfig(
        model=entry.name,
        model_options=entry.options,
        tasks=file.tasks,
        task_files=file.task_files,
        protocol=Protocol(protocol, file.few_shot),
        data=file.data,
        limit=file.limit,
        repeats=file.repeats,
        margin=file.margin,
        **{name: getattr(file, name) for name in SERVED},
        settings=Settings(
            shots=shots,
            shot_seed=file.shot_seed,
            options=dict(file.options),
            shot_data=file.shot_data,
            shot_ids=file.shot_ids,
            max_tokens=file.max_tokens,
            sampling=Sampling(**file.sampling.model_dump(), seed=entry.seed),
            think_budget=file.think_budget,
        ),
    )


def read_nightly(path: str | Path) -> NightlyFile:
    """Read and validate a nightly file. Relative paths in it are seen from its own folder.

    Raises:
        ConfigError: It cannot be read, is no YAML, or a field or a task option cannot be; line and field are named.
    """
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or f"not UTF-8 ({error})"
        raise ConfigError(f"{path}: cannot be read: {reason}") from error
    document = parse(text, str(path))
    if not isinstance(document.value, dict):
        raise document.error((), f"holds {_kind(document.value)}, expected fields such as models and tasks")
    named = {"name": re.sub(r"[^\w.-]+", "-", Path(path).stem), **document.value}
    try:
        file = NightlyFile.model_validate(named)
    except ValidationError as error:
        raise _field_error(document, error) from error
    file = _from_folder(_without_presets(document, file), Path(path).expanduser().parent)
    for task in _named_tasks(document, file):
        _check_settings(document, file, task)
    return file


def _without_presets(document: Document, file: NightlyFile) -> NightlyFile:
    """The file with every preset taken apart; the options beside its name hold for all of its models."""
    entries: list[ModelEntry] = []
    for index, entry in enumerate(file.models):
        try:
            entries += [entry.model_copy(update={"name": name}) for name in known.named([entry.name])]
        except UnknownName as error:
            path: tuple[str | int, ...] = ("models", index) if ("models", index) in document.lines else ("models",)
            raise document.error(path, str(error)) from error
    return file.model_copy(update={"models": tuple(entries)})


def _from_folder(file: NightlyFile, folder: Path) -> NightlyFile:
    """The file with its paths as they are from here."""
    changed: dict[str, Any] = {
        "models": tuple(_entry_from(entry, folder) for entry in file.models),
        "task_files": tuple(from_folder(each, folder) for each in file.task_files),
    }
    for name in ("data", "shot_data", "output", "prices"):
        value = getattr(file, name)
        if value is not None and (name in ("output", "prices") or value != BUNDLED):
            changed[name] = from_folder(value, folder)
    return file.model_copy(update=changed)


def _entry_from(entry: ModelEntry, folder: Path) -> ModelEntry:
    adapter = entry.adapter and model_from_folder(entry.adapter, folder)
    return entry.model_copy(update={"name": model_from_folder(entry.name, folder), "adapter": adapter})


def _field_error(document: Document, error: ValidationError) -> ConfigError:
    """The first problem, at the field that stands in the document."""
    first = error.errors()[0]
    path = tuple(part for part in first["loc"] if not _inner(part))
    if first["type"] == "missing":
        return document.error(path, "is missing")
    if first["type"] == "extra_forbidden":
        known = ModelEntry.model_fields if path[0] == "models" else NightlyFile.model_fields
        return document.error(path, str(UnknownName("field", str(path[-1]), known)))
    if path and path[0] == "protocols":
        return document.error(path, str(UnknownName("protocol", str(first["input"]), PROTOCOLS)))
    if path and path[0] == "few_shot":
        return document.error(path, str(UnknownName("form of demonstrations", str(first["input"]), FEW_SHOT)))
    if path and path[-1] == "dtype":
        return document.error(path, str(UnknownName("dtype", str(first["input"]), get_args(DType))))
    if path and path[0] == "shots":
        return document.error(path, f"cannot be {first['input']!r}: expected published, or a number of at least 0")
    return document.error(path, f"cannot be {first['input']!r:.80}: {expected(first)}")


def _inner(part: object) -> bool:
    """Whether a part of a place is pydantic's own: which member of a union it tried."""
    return isinstance(part, str) and (part.startswith(("literal[", "constrained-", "function-")) or part == "int")


def _named_tasks(document: Document, file: NightlyFile) -> list[Task]:
    """The tasks, known before anything runs; a model that is not there is a failed cell, and no more."""
    own = own_exams(file.task_files)
    found: list[Task] = []
    for index, name in enumerate(file.tasks):
        exam = own.get(name) or packaged(name)
        try:
            found += expand([name]) if exam is None else [exam.task]
        except UnknownName as error:
            path: tuple[str | int, ...] = ("tasks", index) if ("tasks", index) in document.lines else ("tasks",)
            raise document.error(path, str(error)) from error
    return found


def _check_settings(document: Document, file: NightlyFile, task: Task) -> None:
    """What a task refuses it would refuse in every cell: that is a mistake of the file."""
    try:
        task.check(Settings(options=dict(file.options)))
    except ConfigError as error:
        raise document.error(("options",), str(error)) from error
    for shots in file.shots:
        number = None if shots == "published" else shots
        try:
            task.check(Settings(shots=number, shot_data=file.shot_data, shot_ids=file.shot_ids))
        except ConfigError as error:
            raise document.error(("shots",), str(error)) from error


def _kind(value: Any) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"


def write_nightly(file: NightlyFile) -> str:
    """The file as YAML, without fields that have their default value; read back it is the same."""
    import yaml

    default = NightlyFile(models=(ModelEntry(name="embedded"),))
    fields: dict[str, Any] = {"name": file.name, "models": [_entry(one) for one in file.models]}
    for name in NightlyFile.model_fields:
        value = getattr(file, name)
        always = name in ("tasks", "protocols", "shots")
        if name not in fields and (always or value != getattr(default, name)):
            fields[name] = _plain(value)
    text: str = yaml.safe_dump(fields, sort_keys=False, allow_unicode=True, default_flow_style=False, width=120)
    return text


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(exclude_defaults=True)
    return list(value) if isinstance(value, tuple) else value


def _entry(entry: ModelEntry) -> Any:
    changed = entry.model_dump(exclude_defaults=True)
    return changed if len(changed) > 1 else entry.name


def nightly_of(configs: "list[RunConfig]", output: str | None = None) -> NightlyFile:
    """The nightly file that runs these configurations of one model: what `--print-config` writes.

    Raises:
        ConfigError: They differ in more than their protocol.
    """
    first = configs[0]
    entry = ModelEntry(name=first.model, **asdict(first.model_options))
    settings = first.settings
    file = NightlyFile(
        models=(entry,),
        tasks=first.tasks,
        task_files=first.task_files,
        protocols=tuple(dict.fromkeys(config.protocol.name for config in configs)),
        shots=("published" if settings.shots is None else settings.shots,),
        few_shot=first.protocol.few_shot,
        shot_seed=settings.shot_seed,
        shot_data=settings.shot_data,
        shot_ids=settings.shot_ids,
        max_tokens=settings.max_tokens,
        think_budget=settings.think_budget,
        sampling=SamplingEntry(**{name: getattr(settings.sampling, name) for name in SamplingEntry.model_fields}),
        data=first.data,
        limit=first.limit,
        repeats=first.repeats,
        margin=first.margin,
        **{name: getattr(first, name) for name in SERVED},
        options=dict(settings.options),
        output=output,
    )
    if [cell.config for cell in cells(file)] != configs:
        raise ConfigError("The configurations differ in more than their protocol, so one nightly file cannot hold them")
    return file
