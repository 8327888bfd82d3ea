"""The Google plugin of certbot, which proves the control of a domain with TXT records."""

import json
import sys
from urllib.request import urlopen

from certbot_dns_google._internal.dns_google import _GoogleClient
from googleapiclient.discovery import build_from_document
from httplib2 import Http

URL = sys.argv[1]
PROJECT = "certbot"
ZONE = {"project": PROJECT, "managedZone": "zone"}
NAME = "_acme-challenge.www.example.com"
TTL = 60

with urlopen(f"{URL}/discovery/v1/apis/dns/v1/rest") as response:
    dns = build_from_document(response.read().decode(), http=Http())

# Its constructor looks for credentials, in a way that differs between versions.
client = _GoogleClient.__new__(_GoogleClient)
client.dns = dns
client.project_id = PROJECT


def add(*contents):
    for content in contents:
        client.add_txt_record("www.example.com", NAME, content, TTL)
    return records()


def remove(*contents):
    for content in contents:
        client.del_txt_record("www.example.com", NAME, content, TTL)
    return records()


def records():
    found = dns.resourceRecordSets().list(**ZONE, name=f"{NAME}.", type="TXT").execute()["rrsets"]
    return [data for record in found for data in record["rrdatas"]]


def foreign():
    record = {"name": f"{NAME}.", "type": "TXT", "ttl": 300, "rrdatas": ["someone else's"]}
    dns.resourceRecordSets().create(**ZONE, body=record).execute()
    return [add("one"), remove("one")]


def report_step(step, value):
    print(json.dumps({"step": step, "value": value}), flush=True)


dns.managedZones().create(project=PROJECT, body={"name": "zone", "dnsName": "example.com.", "description": ""}).execute()
report_step("adds a challenge", add("one-Ab_9"))
report_step("adds it again", add("one-Ab_9"))
report_step("removes it", remove("one-Ab_9"))
report_step("adds several challenges under one name", add("one", "two", "three"))
report_step("removes them in another order", [remove("two"), remove("one", "three")])
report_step("leaves the records of others", foreign())
