"""The vendor's Python library, which is made of Discovery documents."""

import json
import sys

from google.auth.credentials import AnonymousCredentials
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError

URL = sys.argv[1]
PROJECT = "python"


def service(name, version, path=""):
    endpoint = {"api_endpoint": URL + path}
    return build(name, version, credentials=AnonymousCredentials(), client_options=endpoint, static_discovery=True)


def report_step(step, work):
    try:
        line = {"step": step, "value": work()}
    except HttpError as error:
        details = error.error_details
        reason = details[0].get("reason") if isinstance(details, list) else details
        line = {"step": step, "failed": {"status": error.status_code, "reason": reason}}
    print(json.dumps(line), flush=True)


def pages(collection, request, items):
    """Names over all pages, and how many of them there were."""
    found, count = [], 0
    while request is not None:
        page = request.execute()
        found += [each["name"] for each in page[items]]
        count += 1
        request = collection.list_next(request, page)
    return [found, count]


dns = service("dns", "v1")
zones, records, changes = dns.managedZones(), dns.resourceRecordSets(), dns.changes()
zone = {"project": PROJECT, "managedZone": "zone"}
www = {"name": "www.example.com.", "type": "A", "ttl": 300, "rrdatas": ["192.0.2.1"]}
text = {"name": "text.example.com.", "type": "TXT", "ttl": 60, "rrdatas": ['"hello"']}

report_step("creates a zone", lambda: zones.create(project=PROJECT, body={"name": "zone", "dnsName": "example.com.", "description": ""}).execute())
report_step("adds records in one change", lambda: changes.create(**zone, body={"additions": [www, text]}).execute()["status"])
report_step("fails to add one again", lambda: changes.create(**zone, body={"additions": [www]}).execute())
report_step("fails to delete a record set with another TTL", lambda: changes.create(**zone, body={"deletions": [{**www, "ttl": 1}]}).execute())
report_step("pages", lambda: pages(records, records.list(**zone, maxResults=3), "rrsets"))
report_step("requests by numeric IDs", lambda: zones.get(project=dns.projects().get(project=PROJECT).execute()["number"], managedZone=zones.get(**zone).execute()["id"]).execute()["name"])
report_step("requests a long URL", lambda: zones.list(project=PROJECT, dnsName="x" * 3000).execute()["managedZones"])
report_step("sends back a resource unchanged", lambda: zones.update(**zone, body=zones.get(**zone).execute()).execute()["status"])


def batch():
    answers = []
    # The library sends batches to the address of the public service unless it is told otherwise.
    together = dns.new_batch_http_request(callback=lambda _, found, error: answers.append(found["name"] if found else error.status_code))
    together._batch_uri = URL + "/batch/dns/v1"
    together.add(zones.get(**zone))
    together.add(zones.get(project=PROJECT, managedZone="none"))
    together.add(records.get(**zone, name=www["name"], type="A"))
    together.execute()
    return answers


report_step("sends a batch of requests", batch)
report_step("fails to delete a zone in use", lambda: zones.delete(**zone).execute())
report_step("changes a record set", lambda: records.patch(**zone, name=www["name"], type="A", body={**www, "ttl": 60}).execute()["ttl"])

compute = service("compute", "v1", "/compute/v1/")
policies = compute.sslPolicies()
policy = {"project": PROJECT, "sslPolicy": "policy"}


def done(operation):
    waited = compute.globalOperations().wait(project=PROJECT, operation=operation["name"]).execute()
    return [waited["status"], waited["progress"]]


report_step("creates a policy, and waits", lambda: done(policies.insert(project=PROJECT, body={"name": "policy"}).execute()))
fingerprint = policies.get(**policy).execute()["fingerprint"]
report_step("patches it", lambda: done(policies.patch(**policy, body={"minTlsVersion": "TLS_1_2", "fingerprint": fingerprint}).execute()))
report_step("patches with a stale fingerprint", lambda: policies.patch(**policy, body={"minTlsVersion": "TLS_1_1", "fingerprint": fingerprint}).execute())
report_step("patches without one", lambda: policies.patch(**policy, body={"minTlsVersion": "TLS_1_1"}).execute())


def scopes():
    found, request = {}, policies.aggregatedList(project=PROJECT, maxResults=1)
    while request is not None:
        page = request.execute()
        found.update({scope: len(part["sslPolicies"]) for scope, part in page["items"].items() if "sslPolicies" in part})
        request = policies.aggregatedList_next(request, page)
    return found


report_step("lists all scopes", scopes)
report_step("requests some fields", lambda: policies.get(**policy, fields="name,minTlsVersion").execute())

errors = service("clouderrorreporting", "v1beta1").projects()
owner = {"projectName": f"projects/{PROJECT}"}
trace = 'Traceback (most recent call last):\n  File "shop.py", line 3, in pay\nValueError: no money'

report_step("reports an error", lambda: errors.events().report(**owner, body={"serviceContext": {"service": "shop"}, "message": trace}).execute())
report_step("counts it", lambda: [each["count"] for each in errors.groupStats().list(**owner, timeRange_period="PERIOD_1_HOUR").execute()["errorGroupStats"]])

os_config = service("osconfig", "v1beta").projects()
report_step("assigns a policy", lambda: os_config.guestPolicies().create(parent=owner["projectName"], guestPolicyId="base", body={"assignment": {}, "packages": [{"name": "nginx"}]}).execute()["name"])
report_step("looks it up", lambda: os_config.zones().instances().lookupEffectiveGuestPolicy(instance=f"projects/{PROJECT}/zones/z/instances/vm", body={}).execute())


def served():
    """A client made of the document that the mock itself serves; its batches go to the mock without being told."""
    url = URL + "/discovery/v1/apis/{api}/{apiVersion}/rest"
    own = build("dns", "v1", credentials=AnonymousCredentials(), discoveryServiceUrl=url, static_discovery=False)
    answers = []
    together = own.new_batch_http_request(callback=lambda _, found, error: answers.append(found["name"] if found else error.status_code))
    together.add(own.managedZones().get(**zone))
    together.execute()
    return answers


report_step("builds a client from the served description", served)
