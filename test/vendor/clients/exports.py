"""Builds clients of the vendor's library from Discovery documents, and tells the request that each method sends: one JSON line for each document."""

import json
import re
import sys
import warnings

warnings.filterwarnings("ignore")

from google.auth.credentials import AnonymousCredentials  # noqa: E402
from googleapiclient.discovery import build_from_document, fix_method_name, key2param  # noqa: E402


def value(parameter):
    if parameter.get("enum"):
        return parameter["enum"][0]
    kind = parameter.get("type")
    if kind in ("integer", "number"):
        return int(parameter.get("minimum", 1))
    if kind == "boolean":
        return True
    pattern = parameter.get("pattern")
    text = re.sub(r"\[\^/\][+*]|\.[+*]", "x", pattern.strip("^$")) if pattern else "x"
    return text if not pattern or re.match(pattern, text) else None


def request(resource, name, method):
    required = {key: each for key, each in method.get("parameters", {}).items() if each.get("required")}
    arguments = {key2param(key): [value(each)] if each.get("repeated") else value(each) for key, each in required.items()}
    if "request" in method and method["httpMethod"] != "GET":
        arguments["body"] = {}
    try:
        made = getattr(resource, fix_method_name(name))(**arguments)
        return [made.method, made.uri]
    except TypeError as error:
        return ["refused", str(error)]


def requests(resource, described, above=""):
    found = {above + name: request(resource, name, method) for name, method in described.get("methods", {}).items()}
    for name, inner in described.get("resources", {}).items():
        found.update(requests(getattr(resource, fix_method_name(name))(), inner, above + name + "."))
    return found


for path in sys.argv[1:]:
    with open(path) as file:
        document = json.load(file)
    client = build_from_document(document, credentials=AnonymousCredentials())
    print(json.dumps(requests(client, document)), flush=True)
