"""validate.py DEPLOYMENT PATCH RENDERED ROOT RULES PATCHED: merges the patch into the deployment as kubectl does and
validates it; validates what is rendered; writes the rules for promtool. Ends with a message at the first fault."""
import json
import pathlib
import sys

import kubernetes_validate
import yaml

deployment, patch, rendered, root, rules, patched = map(pathlib.Path, sys.argv[1:])
OPERATOR = {"PodMonitor", "ServiceMonitor", "PrometheusRule"}
KEYS = {"containers": "name", "initContainers": "name", "env": "name", "volumes": "name", "volumeMounts": "mountPath",
        "ports": "containerPort"}


def merge(base, change, name=""):
    """A strategic merge: lists whose elements have a key are merged by it, others are replaced."""
    if isinstance(base, dict) and isinstance(change, dict):
        return {**base, **{key: merge(base.get(key), value, key) for key, value in change.items()}}
    if isinstance(base, list) and isinstance(change, list) and name in KEYS:
        key = KEYS[name]
        old = {element[key]: element for element in base}
        for element in change:
            old[element[key]] = merge(old.get(element[key]), element)
        return list(old.values())
    return change


whole = merge(yaml.safe_load(deployment.read_text()), yaml.safe_load(patch.read_text()))
patched.write_text(yaml.safe_dump(whole, width=1000))
kubernetes_validate.validate(whole, "1.30", strict=True)
pod = whole["spec"]["template"]["spec"]
assert [container["name"] for container in pod["containers"]] == ["shop"], "the patch adds a container"
assert {mount["name"] for container in [*pod["containers"], *pod["initContainers"]] for mount in container["volumeMounts"]} \
    <= {volume["name"] for volume in pod["volumes"]}, "a mount has no volume"

documents = [document for document in yaml.safe_load_all(rendered.read_text()) if document]
kinds = sorted(document["kind"] for document in documents)
assert kinds == ["ConfigMap", "ConfigMap", "NetworkPolicy", "PodMonitor", "PrometheusRule", "Service", "ServiceMonitor"], kinds
for document in documents:
    if document["kind"] not in OPERATOR:
        kubernetes_validate.validate(document, "1.30", strict=True)
    if document["kind"] == "ConfigMap":
        assert document["metadata"]["labels"]["grafana_dashboard"] == "1"
        (name, text), = document["data"].items()
        assert json.loads(text) == json.loads((root / "dashboards" / name).read_text()), name + " is another"
    if document["kind"] == "PrometheusRule":
        rules.write_text(yaml.safe_dump(document["spec"]))
        own = [group for name in ["recording.yml", "alerts.yml"]
               for group in yaml.safe_load((root / "dashboards/prometheus" / name).read_text())["groups"]]
        assert document["spec"]["groups"] == own, "the rules are others"
services = {document["kind"]: document for document in documents if "Monitor" in document["kind"] or document["kind"] == "Service"}
labels = services["Service"]["metadata"]["labels"]
assert services["ServiceMonitor"]["spec"]["selector"]["matchLabels"].items() <= labels.items(), "the monitor finds no service"
assert services["PodMonitor"]["spec"]["podMetricsEndpoints"][0]["port"] == "vt-monitor"
