"""The scenario with zeep. Arguments: address, what is given as JSON, port of the WSDL.

What a user of zeep needs to know: the WSDL imports the namespace of SOAP's own encoding, as classic descriptions do, and zeep
fetches that from its address on the internet. A transport that answers it from a cache, or with the two types below that lists in
the forms are described with, needs no network. Nothing in a SOAP message uses them.
"""
import json
import sys

import zeep
from lxml import etree

url, given, port = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]


ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"
ENCODING_SCHEMA = f"""<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="{ENCODING}">
  <xs:complexType name="Array"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" /></xs:sequence></xs:complexType>
  <xs:attribute name="arrayType" type="xs:string" />
</xs:schema>"""


class Offline(zeep.transports.Transport):
    def load(self, address):
        return ENCODING_SCHEMA.encode() if address == ENCODING else super().load(address)


client = zeep.Client(f"{url}?WSDL", transport=Offline())
service = client.bind("ExternalAPIService", port)
signed = {"strUsername": given["username"], "strPassword": given["password"]}


def rows(data_set, table, columns):
    """zeep reads the schema that comes with a DataSet and types its rows; one without rows stays an element."""
    if isinstance(data_set["_value_1"], etree._Element):
        return []
    return [[row[table][column] for column in columns] for row in data_set["_value_1"]["_value_1"]]


first, second = given["first"], given["second"]
played = {"operations": len(client.wsdl.bindings[service._binding.name].all())}
played["list"] = service.InsertMailingList(
    **signed, strListName=port, strFromName="Shop", strFromEmail="shop@example.test", strCharacterSet="utf-8"
)


def insert_first():
    return service.InsertSubscriber(
        **signed, strEmail=first["email"], strName=first["name"], strFormat=first["format"], strCountryCode=first["country"],
        strPhoneNumber=first["phone"], strMailingListID=played["list"],
    )


def page(index):
    data_set = service.GetPagedSubscribers(**signed, strMailingListId=played["list"], pageIndex=index, pageSize=10)
    return rows(data_set, "Subscriber", ["SubscriberID", "Email", "Name", "Format", "CountryCode", "dd1", "dd2"])


played["ids"] = [
    insert_first(),
    service.InsertSubscriberWithDemData(
        **signed, strMailingListID=played["list"], strEmail=second["email"], strName=second["name"],
        strDatafields=second["fields"], strDatavalues=second["values"],
    ),
]
played["page"] = page(1)
played["beyond"] = page(2)
played["moved"] = service.MoveSubscriberToOptOutAll(**signed, strEmail=first["email"], strReason=given["reason"])
played["refused"] = insert_first()
played["optOuts"] = rows(service.GetOptOutAll(**signed), "OptOutAll", ["Email", "Name", "Reason"])
try:
    service.GetMailingLists(strUsername=given["username"], strPassword="wrong")
except zeep.exceptions.Fault as fault:
    played["fault"] = fault.message
print(json.dumps(played))
