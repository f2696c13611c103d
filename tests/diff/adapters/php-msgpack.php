<?php
// SPDX-License-Identifier: MIT
// peer: PHP (php-msgpack)
// needs: php-cli php-msgpack
// run: php -d memory_limit=1G tests/diff/adapters/php-msgpack.php
//
// An array of PHP is a list or a map by its keys: an empty map is written as an empty array, and so is one whose keys are 0, 1, 2… in
// order. A key that reads as an integer is one, equal keys merge, keys of other kinds turn into one of the two, or vanish. str and bin
// are one kind of string, written as str; float32 is widened to a double; an integer of 2^63 or more is read as a string of its
// digits, and an ext as null.
error_reporting(E_ALL);
set_error_handler(function (int $level, string $message) {
    throw new ErrorException($message, 0, $level);
});

$peer = new MessagePack(false);

function decode(string $data): mixed
{
    global $peer;
    $unpacker = $peer->unpacker();
    $offset = 0;
    if (!$unpacker->execute($data, $offset) || $offset !== strlen($data)) {
        throw new UnexpectedValueException("not one message");
    }
    return $unpacker->data();
}

function text(mixed $value): string
{
    switch (gettype($value)) {
        case 'NULL': return 'N';
        case 'boolean': return $value ? 'T' : 'F';
        case 'integer': return "i$value";
        case 'double': return 'd' . bin2hex(pack('E', $value));
        case 'string': return 's' . bin2hex($value);
        case 'array': break;
        default: throw new TypeError(gettype($value));
    }
    if (array_is_list($value)) {
        return '[' . implode(',', array_map('text', $value)) . ']';
    }
    $pairs = [];
    foreach ($value as $key => $item) {
        $pairs[] = text($key) . '=' . text($item);
    }
    return '{' . implode(',', $pairs) . '}';
}

function answer(string $op, string $data): array
{
    global $peer;
    if ($op === 'h') {
        return ['+', "name php-msgpack\nversion " . phpversion('msgpack') . "\nexpress i64 f64 bits int-float order utf8-raw\n"];
    }
    if (!str_contains('eva', $op)) {
        return ['?', ''];
    }
    try {
        $value = decode($data);
        return ['+', match ($op) { 'e' => $peer->pack($value), 'v' => text($value), 'a' => '' }];
    } catch (Throwable $error) {
        return ['-', get_class($error) . ': ' . $error->getMessage()];
    }
}

function take(int $length): string
{
    for ($data = ''; strlen($data) < $length; $data .= $piece) {
        $piece = fread(STDIN, $length - strlen($data));
        if ($piece === '' || $piece === false) {
            exit(0);
        }
    }
    return $data;
}

while (true) {
    ['op' => $op, 'length' => $length] = unpack('aop/Nlength', take(5));
    [$status, $result] = answer($op, take($length));
    fwrite(STDOUT, pack('aN', $status, strlen($result)) . $result);
}
