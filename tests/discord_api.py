"""Discord's own description of its API, against which tests hold every request that the bot makes."""

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, Registry

DESCRIPTION = Path(__file__).parents[2] / "shared" / "discord-openapi.json"
ROOT = "urn:discord"
FORMS = ("application/json", "multipart/form-data")  # multipart: the JSON is that of its part payload_json


@dataclass(frozen=True)
class Operation:
    method: str
    template: tuple[str, ...]  # segments of the path; one in braces stands for anything
    parameters: Mapping[str, Any]  # of the query: name -> schema
    body: str | None  # where the schema of the body is

    def fits(self, segments: tuple[str, ...]) -> bool:
        return len(segments) == len(self.template) and all(
            part.startswith("{") or part == segment for part, segment in zip(self.template, segments, strict=True)
        )

    def placeholders(self) -> int:
        return sum(part.startswith("{") for part in self.template)


def available() -> bool:
    return DESCRIPTION.exists()


def faults(method: str, path: str, params: Mapping[str, Any], body: Any) -> list[str]:
    """What Discord's description has against a request; `path` is without the API's base."""
    segments = tuple(path.strip("/").split("/"))
    fitting = [operation for operation in _operations() if operation.method == method and operation.fits(segments)]
    if not fitting:
        return [f"{method} {path}: there is no such operation"]
    operation = min(fitting, key=Operation.placeholders)
    found = []
    for name, value in params.items():
        if name not in operation.parameters:
            found.append(f"{method} {path}: no parameter {name}")
        elif not any(_validator(operation.parameters[name]).is_valid(read) for read in _readings(value)):
            found.append(f"{method} {path}: parameter {name} can't be {value!r}")
    if body is None:
        return found
    if operation.body is None:
        return [*found, f"{method} {path}: takes no body"]
    for error in _validator(operation.body).iter_errors(body):
        place = "/".join(map(str, error.instance_path))
        found.append(f"{method} {path}: {place}: {error.message[:400]}")
    return found


def optional(name: str) -> tuple[set[str], set[str]]:
    """The fields of a schema that may be absent, and those that may be null."""
    schema = json.loads(DESCRIPTION.read_bytes())["components"]["schemas"][name]
    fields = schema["properties"]
    return fields.keys() - {*schema.get("required", ())}, {field for field in fields if _nullable(fields[field])}


def _nullable(field: Mapping[str, Any]) -> bool:
    choices = [*field.get("oneOf", ()), *field.get("anyOf", ())]
    return "null" in field.get("type", ()) or {"type": "null"} in choices


@functools.cache
def _description() -> dict[str, Any]:
    description: dict[str, Any] = json.loads(DESCRIPTION.read_bytes())
    snowflake = description["components"]["schemas"]["SnowflakeType"]
    description["components"]["schemas"]["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer", "minimum": 0}]}
    _discriminate(description, description["components"]["schemas"])
    return description


def _discriminate(part: Any, schemas: Mapping[str, Any]) -> None:
    """Where `type` says which of several schemas is meant, try that one alone: quicker, and with clearer words."""
    if isinstance(part, list):
        for inner in part:
            _discriminate(inner, schemas)
    if not isinstance(part, dict):
        return
    for inner in part.values():
        _discriminate(inner, schemas)
    for union in part.keys() & {"oneOf", "anyOf"}:
        nullable = {"type": "null"} in part[union]
        choices = [choice for choice in part[union] if choice != {"type": "null"}]
        types = [_types(choice, schemas) for choice in choices]
        every = [number for numbers in types for number in numbers]
        if len(choices) > 1 and all(types) and len(set(every)) == len(every):
            del part[union]
            one = {
                "required": ["type"],
                "properties": {"type": {"enum": every}},
                "allOf": [
                    {"if": {"properties": {"type": {"enum": numbers}}}, "then": choice}
                    for numbers, choice in zip(types, choices, strict=True)
                ],
            }
            part["if"], part["then"], part["else"] = {"type": "null"}, nullable, {"type": "object", **one}


def _types(choice: Any, schemas: Mapping[str, Any]) -> list[int]:
    """The values that `type` may have in a schema that is named."""
    named = schemas.get(str(choice.get("$ref", "")).rpartition("/")[2], {}) if isinstance(choice, dict) else {}
    found: list[int] = named.get("properties", {}).get("type", {}).get("enum", [])
    return found


@functools.cache
def _operations() -> tuple[Operation, ...]:
    found = []
    for path, item in _description()["paths"].items():
        for method in item.keys() & {"get", "post", "put", "patch", "delete"}:
            forms = item[method].get("requestBody", {}).get("content", {})
            form = next((form for form in FORMS if form in forms), None)
            where = "/".join(("#", "paths", _escaped(path), method, "requestBody", "content", _escaped(form or "")))
            parameters = {
                parameter["name"]: f"{ROOT}#/paths/{_escaped(path)}/{place}/{number}/schema"
                for place, listed in ((f"{method}/parameters", item[method]), ("parameters", item))
                for number, parameter in enumerate(listed.get("parameters", ()))
                if parameter["in"] == "query"
            }
            body = f"{ROOT}{where}/schema" if form else None
            found.append(Operation(method.upper(), tuple(path.strip("/").split("/")), parameters, body))
    return tuple(found)


@functools.cache
def _registry() -> Registry:
    return Registry([(ROOT, _description())])


@functools.cache
def _validator(where: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": where}, registry=_registry())


def _readings(value: Any) -> list[Any]:
    """What a query's value may mean: there it is text."""
    text = str(value).lower()
    truths = {"true": True, "1": True, "false": False, "0": False}
    return [text, *([truths[text]] if text in truths else []), *([int(text)] if text.isdecimal() else [])]


def _escaped(part: str) -> str:
    """As a JSON pointer in a URI fragment has it."""
    return part.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
