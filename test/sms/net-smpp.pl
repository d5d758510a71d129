# An SMPP 3.4 server of Net::SMPP, a codec that shares nothing with ours: tells on standard output what it read, a line of JSON a packet,
# and sends a receipt and an answer that it has encoded itself. Prints its port first.
use strict;
use warnings;
use JSON::PP;
use Net::SMPP;

$| = 1;
my $json = JSON::PP->new->canonical;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0, smpp_version => 0x34, timeout => 60) or die "can't listen: $!";
print $listener->sockport, "\n";
my $session = $listener->accept or die "nobody came";
$session->set_version(0x34);
my %names = (0x09 => 'bind_transceiver', 0x04 => 'submit_sm', 0x06 => 'unbind', 0x15 => 'enquire_link', 0x80000005 => 'deliver_sm_resp');
my $count = 0;
while (my $pdu = $session->read_pdu) {
  my %told = (name => $names{$pdu->{cmd}} // sprintf('0x%08x', $pdu->{cmd}), status => $pdu->{status});
  for (qw(system_id password interface_version source_addr source_addr_ton source_addr_npi destination_addr dest_addr_ton dest_addr_npi
    esm_class data_coding registered_delivery sar_msg_ref_num sar_total_segments sar_segment_seqnum)) {
    next unless defined $pdu->{$_};
    $told{$_} = /^sar_/ ? unpack('H*', $pdu->{$_}) : "$pdu->{$_}";
  }
  $told{message} = unpack 'H*', $pdu->{short_message} if defined $pdu->{short_message};
  $told{payload} = unpack 'H*', $pdu->{message_payload} if defined $pdu->{message_payload};
  print $json->encode(\%told), "\n";
  if ($pdu->{cmd} == 0x09) { $session->bind_transceiver_resp(system_id => 'perl', seq => $pdu->{seq}) }
  elsif ($pdu->{cmd} == 0x15) { $session->enquire_link_resp(seq => $pdu->{seq}) }
  elsif ($pdu->{cmd} == 0x06) { $session->unbind_resp(seq => $pdu->{seq}); last }
  elsif ($pdu->{cmd} == 0x04) {
    $count++;
    $session->submit_sm_resp(message_id => "perl-$count", seq => $pdu->{seq});
    next unless $count == 1;
    my %from = (source_addr_ton => 1, source_addr_npi => 1, source_addr => $pdu->{destination_addr}, destination_addr => '72000', async => 1);
    $session->deliver_sm(%from, esm_class => 0x04,
      short_message => "id:perl-1 sub:001 dlvrd:001 submit date:2611212200 done date:2611212201 stat:DELIVRD err:000 text:");
    $session->deliver_sm(%from, esm_class => 0x04, short_message => '', receipted_message_id => "perl-1\0", message_state => pack('C', 8));
    $session->deliver_sm(%from, esm_class => 0, data_coding => 8, short_message => "\x00S\x00t\x00o\x00p\x00p\x00\xe5");
  }
}
