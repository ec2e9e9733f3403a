<?php
// php check-vectors.php <sign-in-vectors.json>: checks sign-in.php with the vectors of EVM keys. Exits with 1 if a vector fails.
declare(strict_types=1);

require __DIR__ . '/sign-in.php';

use WalletConnectButton\{SignIn, SignInError};

$file = json_decode(file_get_contents($argv[1]), true, 64, JSON_THROW_ON_ERROR);
$site = $file['site'];
$now = (float) (new DateTimeImmutable($site['now']))->format('U.u');
$signIn = new SignIn($site['domain'], $site['chains'], 'https', $site['maxAgeSeconds'], $site['clockToleranceSeconds'], $now);
$counts = ['held' => 0, 'failed' => 0];

foreach ($file['vectors'] as $vector) {
    if ($vector['kind'] !== 'eip155-key') continue;
    ['proof' => $proof, 'nonces' => $nonces, 'expected' => $expected] = $vector;
    try {
        $result = $signIn->verify($proof['chainId'], $proof['address'], $proof['message'], $proof['signature'], fn($nonce) => match (true) {
            in_array($nonce, $nonces['used'], true) => throw new SignInError('nonce_used'),
            in_array($nonce, $nonces['unused'], true) => null,
            default => throw new SignInError('nonce_unknown'),
        });
        $verdict = ['valid' => true] + $result;
    } catch (SignInError $error) {
        $verdict = ['valid' => false, 'reason' => $error->getMessage()];
    }
    if ($verdict == $expected) {
        $counts['held']++;
        continue;
    }
    $counts['failed']++;
    echo "{$vector['id']}: expected ", json_encode($expected), ', was ', json_encode($verdict), "\n";
}
echo "{$counts['held']} vectors held, {$counts['failed']} did not\n";
exit($counts['failed'] === 0 && $counts['held'] > 0 ? 0 : 1);
