# SPDX-License-Identifier: MIT
# peer: Perl (libdata-messagepack-perl)
# needs: perl libdata-messagepack-perl
# run: ulimit -v 2000000; exec /usr/bin/perl tests/diff/adapters/perl-msgpack.pl
# quick: yes
#
# A map is a hash here: keys are strings (an integer key comes back as str), equal ones merge, and order is lost; the peer's `canonical`
# and the text below both sort by key. str and bin are one kind of string, written as str (`utf8`). Numbers are told from strings by the
# flags of the scalar; an NV is a double: float32 is widened. The peer has no ext.
# It clears as much memory as an array of five bytes claims to need, 16 GiB if it likes: hence the limit, at which it dies.
use strict;
use warnings;
no warnings qw(recursion uninitialized);
use B;
use Data::MessagePack;

my $peer = Data::MessagePack->new->canonical->utf8;

# The map's keys and the values have different ways to say UTF-8; both end as the bytes that were read.
sub str {
    my ($string) = @_;
    utf8::encode($string) if utf8::is_utf8($string);
    return 's' . unpack('H*', $string);
}

sub scalar_text {
    my ($ref) = @_;
    my $flags = B::svref_2object($ref)->FLAGS;
    return str($$ref) if $flags & B::SVf_POK;
    return 'd' . unpack('H*', pack('d>', $$ref)) if $flags & B::SVf_NOK;
    return "i$$ref" if $flags & B::SVf_IOK;
    die 'neither string nor number';
}

sub text {
    my ($value) = @_;
    return 'N' unless defined $value;
    my $kind = ref $value;
    return scalar_text(\$value) if $kind eq '';
    return '[' . join(',', map { text($_) } @$value) . ']' if $kind eq 'ARRAY';
    return $value ? 'T' : 'F' if $kind eq 'Data::MessagePack::Boolean';
    my %by_text = map { str($_) => $value->{$_} } keys %$value;
    return '{' . join(',', map { "$_=" . text($by_text{$_}) } sort keys %by_text) . '}';
}

my $hello = "name perl-msgpack\nversion $Data::MessagePack::VERSION\nexpress u64 i64 f64 bits int-float utf8-raw\n";

sub answer {
    my ($op, $data) = @_;
    return '+', $hello if $op eq 'h';
    return '?', '' unless $op =~ /^[eva]$/;
    my $result = eval {
        my $value = $peer->unpack($data);
        $op eq 'e' ? $peer->pack($value) : $op eq 'v' ? text($value) : '';
    };
    return '+', $result if defined $result;
    my $error = $@;
    utf8::encode($error) if utf8::is_utf8($error);
    return '-', $error;
}

binmode STDIN;
binmode STDOUT;
$| = 1;
while ((read(STDIN, my $head, 5) // 0) == 5) {
    my ($op, $length) = unpack 'aN', $head;
    my $data = '';
    read STDIN, $data, $length if $length;
    my ($status, $result) = answer($op, $data);
    print pack('aN', $status, length $result) . $result;
}
