"""A shop's week by the generated client for Python."""

import json
import os
import sys

sys.path.insert(0, os.environ["CLIENT"])

from pennypost_client import Pennypost, PennypostError  # noqa: E402

pennypost = Pennypost(os.environ["URL"], os.environ["KEY"])


def refusal(call):
    try:
        call()
    except PennypostError as error:
        return [error.status, error.reason, error.field]
    return None


made = pennypost.lists.create({"name": "Customers", "fromEmail": "shop@example.test"})
rows = [{"email": f"{name}@example.test", "name": name} for name in ("ada", "bo", "cy")]
batch = pennypost.subscribers.batch({"listId": made["id"], "rows": rows})
ada = {"email": "ada@example.test", "name": "Ada", "listId": made["id"]}
upserted = pennypost.subscribers.set_by_address(ada)
pennypost.opt_outs.create({"email": "bo@example.test", "reason": "too much"})
names = []
after = None
while True:
    page = pennypost.subscribers.list({"listId": made["id"], "limit": 1, "after": after})
    names += [one["name"] for one in page["items"]]
    after = page["next"]
    if after is None:
        break
first = {"name": "Blue", "fromEmail": "shop@example.test"}
blue = pennypost.lists.create(first, idempotency_key="blue")
again = pennypost.lists.create(first, idempotency_key="blue")
identifier = "order-" + os.environ["WEEK"]
email = pennypost.emails.create(
    {
        "from": "shop@example.test",
        "to": ["ada@example.test"],
        "subject": "Order 1001",
        "text": "Thank you",
        "identifier": identifier,
    }
)
emails = pennypost.emails.list({"identifier": identifier})["items"]
exported = pennypost.lists.export(made["id"], {"unsubscribed": True}).decode()
print(
    json.dumps(
        {
            "outcomes": len(batch["items"]),
            "created": upserted["created"],
            "names": sorted(names),
            "repeated": again["id"] == blue["id"],
            "emails": [one["id"] == email["id"] for one in emails],
            "exported": [text in exported for text in ("ada@example.test", "cy@example.test")],
            "removed": pennypost.lists.remove(blue["id"]),
            "gone": refusal(lambda: pennypost.lists.get(blue["id"])),
            "wrong": refusal(
                lambda: pennypost.lists.create({"name": "x" * 300, "fromEmail": "a@b.test"})
            ),
        }
    )
)
