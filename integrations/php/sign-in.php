<?php
// Verifies who has signed in by a form with <wallet-connect-button sign-in="form">: EVM accounts with a key, EIP-4361. PHP 8.1 with the
// extension gmp, nothing else. `npx vitest run --project servers php` tests it with docs/sign-in-vectors.json. A server must ask contract
// accounts and Starknet accounts on their chain. This file does not: it refuses them with `signature_invalid` and `request_invalid`.
declare(strict_types=1);

namespace WalletConnectButton;

/** The reason why a sign-in is refused: `getMessage()` is a code of docs/server-checks.md. */
final class SignInError extends \RuntimeException {}

final class SignIn
{
    private const MAX_MESSAGE = 4096;
    /** How many open pages of one visitor can have a form that still signs in. */
    private const MAX_NONCES = 8;

    /**
     * @param string $domain the host, with a port unless it is the scheme's default; an international host in its ASCII form
     * @param list<string> $chains CAIP-2 ids, such as `eip155:1`
     */
    public function __construct(
        private string $domain,
        private array $chains,
        private string $scheme = 'https',
        private int $maxAge = 600,
        private int $clockTolerance = 300,
        /** Seconds since 1970; for tests. */
        private ?float $now = null,
    ) {
        if (preg_match('/[^\x21-\x7e]/', $domain)) throw new \InvalidArgumentException('SignIn: the domain must be in its ASCII form, such as xn--…');
        $this->domain = self::readHost($domain, $scheme);
    }

    /** A nonce that nobody can guess: a letter, then 23 letters and digits. Store it in the visitor's session. */
    public static function createNonce(): string
    {
        $digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
        $nonce = 'n';
        for ($i = 0; $i < 23; $i++) $nonce .= $digits[random_int(0, 61)];
        return $nonce;
    }

    /**
     * Adds a nonce for a page to a list in the visitor's session, which keeps the nonces of the last pages.
     *
     * @param list<string>|null $nonces such as `$_SESSION['nonces']`
     */
    public static function addNonce(?array &$nonces): string
    {
        $nonces = array_slice([...($nonces ?? []), self::createNonce()], -self::MAX_NONCES);
        return end($nonces);
    }

    /**
     * Removes the nonce that a form has signed from such a list. Do this before any check, so that a nonce is used once.
     *
     * @param list<string>|null $nonces
     * @param array<string, mixed> $form `$_POST`
     * @return string|null null if the list does not have it
     */
    public static function takeNonce(?array &$nonces, array $form, string $name = 'wallet'): ?string
    {
        $message = $form["{$name}_message"] ?? null;
        $nonce = is_string($message) && preg_match('/^Nonce: ([A-Za-z0-9]+)\r?$/m', $message, $found) ? $found[1] : null;
        $isKnown = in_array($nonce, $nonces ?? [], true);
        $nonces = array_values(array_diff($nonces ?? [], [$nonce]));
        return $isKnown ? $nonce : null;
    }

    /**
     * Refuses a form of another site, which would sign the visitor in as somebody else. Call it before you read the form.
     * A page under `Referrer-Policy: no-referrer` hides its origin, but no page can set `Sec-Fetch-Site`.
     *
     * @param array<string, mixed> $server `$_SERVER`
     * @throws SignInError `origin_refused`
     */
    public function checkOrigin(array $server): void
    {
        $from = $server['HTTP_SEC_FETCH_SITE'] ?? null;
        $isOwn = match ($server['HTTP_ORIGIN'] ?? null) {
            null => $from !== 'cross-site',
            'null' => $from === 'same-origin',
            "{$this->scheme}://{$this->domain}" => true,
            default => false,
        };
        if (!$isOwn) throw new SignInError('origin_refused');
    }

    /**
     * Checks a form's fields. Remove the nonce from the session before you call this, so that it is used once.
     *
     * @param array<string, mixed> $form `$_POST`
     * @param string|null $nonce what the page was given
     * @return array{address: string, chainId: string}
     * @throws SignInError
     */
    public function verifyForm(array $form, ?string $nonce, string $name = 'wallet'): array
    {
        $field = fn(string $key): string => is_string($form[$key] ?? null) ? $form[$key] : '';
        // A form sends line breaks as CRLF; the signed message has LF.
        $message = str_replace("\r\n", "\n", $field("{$name}_message"));
        [$namespace, $reference, $address] = array_pad(explode(':', $field($name), 3), 3, '');
        $chainId = "$namespace:$reference";
        return $this->verify($chainId, $address, $message, $field("{$name}_signature"), fn(string $given) => match (true) {
            $nonce !== null && hash_equals($nonce, $given) => null,
            default => throw new SignInError('nonce_unknown'),
        });
    }

    /**
     * @param callable(string): void $checkNonce throws a SignInError for a nonce that cannot be used
     * @return array{address: string, chainId: string}
     * @throws SignInError
     */
    public function verify(string $chainId, string $address, string $message, string $signature, callable $checkNonce): array
    {
        self::checkLength($message);
        $address = self::readAddress($address);
        if ($address === null || !self::isChain(substr($chainId, 7)) || $chainId === 'eip155:0' || !str_starts_with($chainId, 'eip155:')) {
            throw new SignInError('request_invalid');
        }
        $fields = self::parse($message);
        $this->checkSite($fields);
        if (self::readAddress($fields['address']) !== $address) throw new SignInError('account_mismatch');
        if ("eip155:{$fields['Chain ID']}" !== $chainId || !in_array($chainId, $this->chains, true)) throw new SignInError('chain_mismatch');
        $this->checkTimes($fields);
        $checkNonce($fields['Nonce']);
        $digest = Keccak::hash("\x19Ethereum Signed Message:\n" . strlen($message) . $message);
        if (Secp256k1::recover($digest, $signature) !== strtolower($address)) throw new SignInError('signature_invalid');
        return ['address' => $address, 'chainId' => $chainId];
    }

    /** A host as browsers write it: in lower case, with a port unless it is the scheme's default. */
    private static function readHost(string $host, string $scheme): string
    {
        $default = strtolower($scheme) === 'https' ? '443' : '80';
        return preg_replace("/:(?:0*$default)?$/D", '', strtolower($host));
    }

    /** Same host and port, a page of the same scheme, nobody before an @. @param array<string, mixed> $fields */
    private function checkSite(array $fields): void
    {
        $isPage = preg_match('~^([A-Za-z]+)://([^/?#@%]+)(?:[/?#]|$)~D', $fields['URI'], $uri) === 1;
        $isSame = $isPage
            && $fields['domain'] === $this->domain
            && strtolower($uri[1]) === $this->scheme
            && self::readHost($uri[2], $uri[1]) === $this->domain
            && ($fields['scheme'] === null || strtolower($fields['scheme']) === $this->scheme);
        if (!$isSame) throw new SignInError('domain_mismatch');
    }

    /** @param array<string, mixed> $fields */
    private function checkTimes(array $fields): void
    {
        $now = (int) round(($this->now ?? microtime(true)) * 1000);
        $issued = self::readTime($fields['Issued At']);
        $end = isset($fields['Expiration Time']) ? self::readTime($fields['Expiration Time']) : INF;
        $begin = isset($fields['Not Before']) ? self::readTime($fields['Not Before']) : -INF;
        $isFresh = $issued <= $now + $this->clockTolerance * 1000 && $issued >= $now - $this->maxAge * 1000;
        $isGood = $isFresh && $end > $now && $begin <= $now;
        if (!$isGood) throw new SignInError('message_expired');
    }

    /** Longer in UTF-16, as browsers count: each character has one unit, or two if it has four bytes in UTF-8. */
    private static function checkLength(string $text): void
    {
        $units = preg_match_all('/[^\x80-\xBF]/', $text) + preg_match_all('/[\xF0-\xF7]/', $text);
        if ($units > self::MAX_MESSAGE) throw new SignInError('message_too_long');
    }

    /**
     * Reads an EIP-4361 message exactly: a line in the wrong place is refused.
     *
     * @return array<string, mixed> `scheme`, `domain`, `address`, and the lines by their labels
     */
    private static function parse(string $text): array
    {
        $invalid = new SignInError('message_invalid');
        $lines = explode("\n", $text);
        $begin = '~^(?:([A-Za-z][A-Za-z0-9+.\-]*)://)?([^/?# ]+) wants you to sign in with your Ethereum account:$~D';
        if (!preg_match($begin, $lines[0], $first, PREG_UNMATCHED_AS_NULL) || !Uri::isAuthority($first[2])) throw $invalid;
        $fields = ['scheme' => $first[1], 'domain' => $first[2], 'address' => $lines[1] ?? ''];
        if (self::readAddress($fields['address']) === null || ($lines[2] ?? null) !== '' || !isset($lines[3])) throw $invalid;
        // An empty line, or a statement (which may be empty too) and an empty line.
        [$next, $statement, $resources] = [4, '', []];
        if (!($lines[3] === '' && str_starts_with($lines[4] ?? '', 'URI: '))) {
            if (!preg_match('~^[A-Za-z0-9\-._\~:/?#[\]@!$&\'()*+,;= ]*$~D', $lines[3]) || ($lines[4] ?? null) !== '') throw $invalid;
            [$next, $statement] = [5, $lines[3]];
        }
        $rules = [
            'URI' => fn($v) => Uri::isUri($v),
            'Version' => fn($v) => $v === '1',
            'Chain ID' => fn($v) => self::isChain($v),
            'Nonce' => fn($v) => preg_match('/^[A-Za-z0-9]{8,}$/D', $v) === 1,
            'Issued At' => fn($v) => self::readTime($v) !== null,
            'Expiration Time' => fn($v) => self::readTime($v) !== null,
            'Not Before' => fn($v) => self::readTime($v) !== null,
            'Request ID' => fn($v) => preg_match('~^(?:[A-Za-z0-9\-._\~!$&\'()*+,;=:@]|%[0-9A-Fa-f]{2})*$~D', $v) === 1,
        ];
        foreach ($rules as $label => $isGood) {
            $isThere = str_starts_with($lines[$next] ?? '', "$label: ");
            if (!$isThere && !in_array($label, ['Expiration Time', 'Not Before', 'Request ID'], true)) throw $invalid;
            if (!$isThere) continue;
            $fields[$label] = substr($lines[$next++], strlen($label) + 2);
            if (!$isGood($fields[$label])) throw $invalid;
        }
        if (($lines[$next] ?? null) === 'Resources:') {
            $resources = array_slice($lines, $next + 1);
            if (count($resources) > 10) throw new SignInError('message_too_long');
            foreach ($resources as $line) if (!str_starts_with($line, '- ') || !Uri::isUri(substr($line, 2))) throw $invalid;
            $next = count($lines);
        }
        if ($next !== count($lines)) throw $invalid;
        if (!Recap::isTold($statement, array_map(fn($line) => substr($line, 2), $resources))) throw $invalid;
        return $fields;
    }

    /** A number without zeros before it that JavaScript can hold. */
    private static function isChain(string $text): bool
    {
        return preg_match('/^(?:0|[1-9][0-9]{0,15})$/D', $text) === 1 && (int) $text <= 2 ** 53 - 1;
    }

    /** Milliseconds since 1970 of an RFC 3339 time, with fractions of a millisecond cut off; null for anything else. */
    private static function readTime(string $text): ?int
    {
        $pattern = '/^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/D';
        if (!preg_match($pattern, $text, $m)) return null;
        [, $year, $month, $day, $hour, $minute, $second] = array_map('intval', $m);
        [$offsetHour, $offsetMinute] = [(int) ($m[9] ?? 0), (int) ($m[10] ?? 0)];
        if ($hour > 23 || $minute > 59 || $second > 60 || $offsetHour > 23 || $offsetMinute > 59) return null;
        // Not gmmktime(), which reads the years 1 to 100 as 1970 to 2069.
        $date = (new \DateTimeImmutable('@0'))->setDate($year, $month, $day);
        if ($date->format('n-j') !== "$month-$day") return null;
        $offset = ($offsetHour * 60 + $offsetMinute) * 60 * (($m[8] ?? '') === '-' ? -1 : 1);
        $time = $date->setTime($hour, $minute, $second)->getTimestamp() - $offset;
        // A leap second counts as the second after it, and there is none but at the end of June and December.
        if ($second === 60 && !preg_match('/^(?:06-30|12-31)T23:59:59$/D', gmdate('m-d\TH:i:s', $time - 1))) return null;
        return $time * 1000 + (int) str_pad(substr($m[7] ?? '', 0, 3), 3, '0');
    }

    /** An address with its checksum (EIP-55); null if the checksum is wrong. An address in a single case has no checksum. */
    private static function readAddress(string $text): ?string
    {
        if (!preg_match('/^0x[0-9a-fA-F]{40}$/D', $text)) return null;
        $digits = strtolower(substr($text, 2));
        $hash = bin2hex(Keccak::hash($digits));
        $checked = '0x';
        for ($i = 0; $i < 40; $i++) $checked .= hexdec($hash[$i]) > 7 ? strtoupper($digits[$i]) : $digits[$i];
        $given = substr($text, 2);
        return $given === $digits || $given === strtoupper($digits) || $text === $checked ? $checked : null;
    }
}

/** What a message allows the site to ask the wallet for (ReCap, EIP-5573). */
final class Recap
{
    private const SENTENCE = 'I further authorize the stated URI to perform the following actions on my behalf:';

    /**
     * Whether the statement says exactly what the ReCap allows, which is the last resource; without a ReCap it says nothing of the kind.
     *
     * @param list<string> $resources
     */
    public static function isTold(string $statement, array $resources): bool
    {
        $begin = strpos($statement, self::SENTENCE);
        $recaps = preg_grep('/^urn:recap:/i', $resources);
        if (!$recaps) return $begin === false;
        if (array_key_first($recaps) !== count($resources) - 1 || $begin === false) return false;
        if ($begin > 0 && $statement[$begin - 1] !== ' ') return false;
        $allowed = self::readAbilities(end($resources));
        return $allowed !== null && $allowed === self::readSentence(substr($statement, $begin + strlen(self::SENTENCE)));
    }

    /** An entry for each ability, sorted; null for another text. @return list<string>|null */
    private static function readAbilities(string $uri): ?array
    {
        if (!preg_match('~^urn:recap:([A-Za-z0-9+/_-]+)$~D', $uri, $found)) return null;
        $json = base64_decode(strtr($found[1], '-_', '+/'), true);
        // Escapes that canonical JSON (RFC 8785) does not have, and that not every language reads alike.
        if ($json === false || preg_match('/\\\\u(?:0000|[dD][89a-fA-F])/', $json)) return null;
        $att = json_decode($json, false, 4096)?->att ?? null;
        if (!$att instanceof \stdClass) return null;
        $entries = [];
        foreach (get_object_vars($att) as $resource => $abilities) {
            if (!preg_match("/^[^' ]+$/D", (string) $resource) || !$abilities instanceof \stdClass) return null;
            foreach (get_object_vars($abilities) as $ability => $limits) {
                $isGood = preg_match('~^[A-Za-z0-9.*_+-]+/[A-Za-z0-9.*_+-]+$~D', (string) $ability) && is_array($limits)
                    && array_filter($limits, fn($limit) => !$limit instanceof \stdClass) === [];
                if (!$isGood) return null;
                $entries[] = str_replace('/', ' ', (string) $ability) . " $resource";
            }
        }
        sort($entries, SORT_STRING);
        return $entries ?: null;
    }

    /** The sentence's parts as the same entries; null for another text. @return list<string>|null */
    private static function readSentence(string $rest): ?array
    {
        $entries = [];
        for ($number = 1; $rest !== ''; $number++) {
            // Wallets that use WalletConnect's library write a comma after a part where one resource has three namespaces.
            $part = "/^ \\($number\\) '([^' ]+)': ('[^' ]+'(?:, '[^' ]+')*) for '([^' ]+)'\\.(?:,(?= ))?/";
            if (!preg_match($part, $rest, $found)) return null;
            foreach (explode("', '", substr($found[2], 1, -1)) as $name) $entries[] = "{$found[1]} $name {$found[3]}";
            $rest = substr($rest, strlen($found[0]));
        }
        sort($entries, SORT_STRING);
        return $entries;
    }
}

/** The grammar of addresses (RFC 3986). */
final class Uri
{
    private const USER = '(?:[A-Za-z0-9\-._\~!$&\'()*+,;=:]|%[0-9A-Fa-f]{2})*';
    private const PCHAR = '(?:[A-Za-z0-9\-._\~!$&\'()*+,;=:@]|%[0-9A-Fa-f]{2})';
    private const NAME = '(?:[A-Za-z0-9\-._\~!$&\'()*+,;=]|%[0-9A-Fa-f]{2})*';
    private const FUTURE = '[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._\~!$&\'()*+,;=:]+';

    /** Whether a text is a URI, with its scheme. */
    public static function isUri(string $text): bool
    {
        $pchar = self::PCHAR;
        $path = "//([^/?#]*)(?:/$pchar*)*|/(?:$pchar+(?:/$pchar*)*)?|$pchar+(?:/$pchar*)*|";
        $tail = "(?:\?(?:$pchar|[/?])*)?(?:#(?:$pchar|[/?])*)?";
        if (!preg_match("~^[A-Za-z][A-Za-z0-9+.\-]*:(?:$path)$tail$~D", $text, $found, PREG_UNMATCHED_AS_NULL)) return false;
        return $found[1] === null || self::readAuthority($found[1]) !== null;
    }

    /** Whether a text is a host, with a user before it and a port after it or without. */
    public static function isAuthority(string $text): bool
    {
        return (self::readAuthority($text) ?? '') !== '';
    }

    /** The host of `[user@]host[:port]`, which may be empty; null for another text. */
    private static function readAuthority(string $text): ?string
    {
        [$user, $name, $future] = [self::USER, self::NAME, self::FUTURE];
        if (!preg_match("~^(?:$user@)?($name|\[(?:([0-9A-Fa-f:.]+)|$future)\])(?::[0-9]*)?$~D", $text, $found)) return null;
        $isAddress = !isset($found[2]) || filter_var($found[2], FILTER_VALIDATE_IP, FILTER_FLAG_IPV6) !== false;
        return $isAddress ? $found[1] : null;
    }
}

/** The curve of Ethereum's keys (SEC 2). Everything here is public, so the time of a calculation reveals no secret. */
final class Secp256k1
{
    private const P = 'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f';
    private const N = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
    private const GX = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    private const GY = '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';

    /** The address, in lowercase, whose key made a signature of 65 bytes, or 64 (EIP-2098); null if there is no such key. */
    public static function recover(string $digest, string $signature): ?string
    {
        if (!preg_match('/^0x(?:[0-9a-fA-F]{128}|[0-9a-fA-F]{130})$/D', $signature)) return null;
        [$n, $p] = [gmp_init(self::N, 16), gmp_init(self::P, 16)];
        $r = gmp_init(substr($signature, 2, 64), 16);
        $s = gmp_init(substr($signature, 66, 64), 16);
        if (strlen($signature) === 130) {
            $parity = gmp_testbit($s, 255) ? 1 : 0;
            gmp_clrbit($s, 255);
        } else {
            $v = (int) hexdec(substr($signature, 130));
            $parity = $v >= 27 ? $v - 27 : $v;
        }
        if (!in_array($parity, [0, 1], true) || $r <= 0 || $r >= $n || $s <= 0 || $s >= $n) return null;
        // The point whose x is r: y² = x³ + 7, and p is 3 modulo 4.
        $square = gmp_mod(gmp_powm($r, 3, $p) + 7, $p);
        $y = gmp_powm($square, ($p + 1) / 4, $p);
        if (gmp_powm($y, 2, $p) != $square) return null;
        if ((int) gmp_testbit($y, 0) !== $parity) $y = $p - $y;
        $inverse = gmp_invert($r, $n);
        $h = gmp_mod(gmp_init(bin2hex($digest), 16), $n);
        $g = [gmp_init(self::GX, 16), gmp_init(self::GY, 16)];
        $point = self::add(self::multiply([$r, $y], gmp_mod($s * $inverse, $n)), self::multiply($g, gmp_mod(-$h * $inverse, $n)));
        if ($point === null) return null;
        $bytes = hex2bin(implode('', array_map(fn($c) => str_pad(gmp_strval($c, 16), 64, '0', STR_PAD_LEFT), $point)));
        return '0x' . substr(bin2hex(Keccak::hash($bytes)), 24);
    }

    /** @param array{\GMP, \GMP}|null $a @param array{\GMP, \GMP}|null $b @return array{\GMP, \GMP}|null */
    private static function add(?array $a, ?array $b): ?array
    {
        if ($a === null || $b === null) return $a ?? $b;
        $p = gmp_init(self::P, 16);
        if ($a[0] == $b[0]) {
            if ($a[1] != $b[1]) return null;
            $slope = gmp_mod(3 * $a[0] * $a[0] * gmp_invert(2 * $a[1], $p), $p);
        } else {
            $slope = gmp_mod(($b[1] - $a[1]) * gmp_invert(gmp_mod($b[0] - $a[0], $p), $p), $p);
        }
        $x = gmp_mod($slope * $slope - $a[0] - $b[0], $p);
        return [$x, gmp_mod($slope * ($a[0] - $x) - $a[1], $p)];
    }

    /** @param array{\GMP, \GMP} $point @return array{\GMP, \GMP}|null */
    private static function multiply(array $point, \GMP $times): ?array
    {
        $sum = null;
        foreach (str_split(gmp_strval($times, 2)) as $bit) {
            $sum = self::add($sum, $sum);
            if ($bit === '1') $sum = self::add($sum, $point);
        }
        return $sum;
    }
}

/** Keccak-256 as Ethereum uses it. It differs from SHA3-256 in its padding. */
final class Keccak
{
    private const RATE = 136;

    public static function hash(string $text): string
    {
        $text .= "\x01" . str_repeat("\0", self::RATE - 1 - strlen($text) % self::RATE);
        $text[-1] = chr(ord($text[-1]) | 0x80);
        $state = array_fill(0, 25, 0);
        foreach (str_split($text, self::RATE) as $block) {
            foreach (array_values(unpack('P*', $block)) as $i => $word) $state[$i] ^= $word;
            $state = self::permute($state);
        }
        return pack('P4', ...array_slice($state, 0, 4));
    }

    private static function rotate(int $word, int $by): int
    {
        return $by === 0 ? $word : ($word << $by) | (($word >> (64 - $by)) & ((1 << $by) - 1));
    }

    /** Keccak-f[1600] (FIPS 202, section 3). @param list<int> $a @return list<int> */
    private static function permute(array $a): array
    {
        $register = 1;
        for ($round = 0; $round < 24; $round++) {
            $c = [];
            for ($x = 0; $x < 5; $x++) $c[$x] = $a[$x] ^ $a[$x + 5] ^ $a[$x + 10] ^ $a[$x + 15] ^ $a[$x + 20];
            for ($i = 0; $i < 25; $i++) $a[$i] ^= $c[($i + 4) % 5] ^ self::rotate($c[($i + 1) % 5], 1);
            [$x, $y, $word] = [1, 0, $a[1]];
            for ($t = 0; $t < 24; $t++) {
                [$x, $y] = [$y, (2 * $x + 3 * $y) % 5];
                [$word, $a[$x + 5 * $y]] = [$a[$x + 5 * $y], self::rotate($word, ($t + 1) * ($t + 2) / 2 % 64)];
            }
            for ($y = 0; $y < 25; $y += 5) {
                $row = array_slice($a, $y, 5);
                for ($x = 0; $x < 5; $x++) $a[$y + $x] = $row[$x] ^ (~$row[($x + 1) % 5] & $row[($x + 2) % 5]);
            }
            for ($j = 0; $j < 7; $j++) {
                if ($register & 1) $a[0] ^= 1 << ((1 << $j) - 1);
                $register = ($register << 1) ^ (($register >> 7) * 0x171);
            }
        }
        return $a;
    }
}
