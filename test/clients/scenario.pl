# The scenario with SOAP::Lite, without the WSDL, as its programs are written. Arguments: address, what is given as JSON, version, namespace.
# In its 1.2 mode it sends a SOAPAction beside application/soap+xml, and the type of each parameter: both are taken.
use strict;
use warnings;
use utf8;
use JSON::PP;
use SOAP::Lite;

my ($url, $json, $version, $namespace) = @ARGV;
my $given = decode_json($json);
# The version is the module's, not the object's: set before the first object is made.
SOAP::Lite->soapversion($version);
my $soap = SOAP::Lite->new(proxy => $url)->default_ns($namespace)->on_action(sub { "\"$_[0]$_[1]\"" });

sub ask {
    my ($name, $args, $password) = @_;
    my @signed = ([strUsername => $given->{username}], [strPassword => $password // $given->{password}]);
    return $soap->call($name => map { SOAP::Data->name($_->[0])->type(string => $_->[1]) } @signed, @$args);
}

sub answer {
    my $som = ask(@_);
    die $som->faultstring // 'a fault' if $som->fault;
    return $som->result;
}

# One row comes as itself, several as a list only by valueof.
sub rows {
    my ($table, $columns, @call) = @_;
    my $som = ask(@call);
    return [map { my $row = $_; [map { $row->{$_} } @$columns] } $som->valueof("//diffgram/NewDataSet/$table")];
}

my ($first, $second) = @$given{qw(first second)};
my $list = answer(InsertMailingList => [
    [strListName => "SOAP::Lite $version"], [strFromName => 'Shop'], [strFromEmail => 'shop@example.test'], [strCharacterSet => 'utf-8'],
]);
my $insert_first = sub {
    return answer(InsertSubscriber => [
        [strEmail => $first->{email}], [strName => $first->{name}], [strFormat => $first->{format}],
        [strCountryCode => $first->{country}], [strPhoneNumber => $first->{phone}], [strMailingListID => $list],
    ]);
};
my $page = sub {
    return rows(Subscriber => [qw(SubscriberID Email Name Format CountryCode dd1 dd2)],
        GetPagedSubscribers => [[strMailingListId => $list], [pageIndex => shift], [pageSize => 10]]);
};
my %played = (list => $list, operations => 53);
$played{ids} = [$insert_first->(), answer(InsertSubscriberWithDemData => [
    [strMailingListID => $list], [strEmail => $second->{email}], [strName => $second->{name}],
    [strDatafields => $second->{fields}], [strDatavalues => $second->{values}],
])];
$played{page} = $page->(1);
$played{beyond} = $page->(2);
$played{moved} = answer(MoveSubscriberToOptOutAll => [[strEmail => $first->{email}], [strReason => $given->{reason}]]);
$played{refused} = $insert_first->();
$played{optOuts} = rows(OptOutAll => [qw(Email Name Reason)], GetOptOutAll => []);
my $refused = ask(GetMailingLists => [], 'wrong');
# The module knows the fault of 1.2 only as an element.
$played{fault} = $refused->faultstring // $refused->valueof('//Fault/Reason/Text');
print encode_json(\%played);
