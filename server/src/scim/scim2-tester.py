"""Runs the checks of scim2-tester against a server. Prints one line of JSON for each: its name, status and reason.

Usage: scim2-tester.py <address of the server's SCIM>, with the token in SCIM_TOKEN.
"""

import json
import os
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

headers = {"Authorization": f"Bearer {os.environ['SCIM_TOKEN']}"}
with Client(base_url=sys.argv[1], headers=headers) as http:
    for result in check_server(SyncSCIMClient(http)):
        line = {"check": result.title, "status": result.status.name, "reason": str(result.reason)}
        print(json.dumps({**line, "of": result.resource_type}))
