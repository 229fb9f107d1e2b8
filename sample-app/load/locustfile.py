"""The lab's endpoints under Locust. Users wait one to two seconds between requests.

    sample-app/lab serve                                          (in another terminal; it prints the address)
    locust -f sample-app/load/locustfile.py --headless --users 1000 --spawn-rate 100 --run-time 40s --host ADDRESS

LAB_SECONDS (environment) is how long /block and /query take, 1 by default. Locust waits for an answer before a
user goes on, so a server that stalls gets fewer requests and its queue does not show in the
latency; the lab's own load has no such gap.
"""

import os

from locust import HttpUser, between, task

SECONDS = os.environ.get("LAB_SECONDS", "1")


class Visitor(HttpUser):
    wait_time = between(1, 2)

    @task
    def plain(self):
        self.client.get("/plain")

    @task
    def block(self):
        self.client.get(f"/block?seconds={SECONDS}", name="/block")

    @task
    def query(self):
        self.client.get(f"/query?seconds={SECONDS}", name="/query")
