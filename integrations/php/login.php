<?php
// A page with a form that signs visitors in with a wallet; the page needs no script of its own. Try it:
//
//   npm install wallet-connect-button
//   DIST=/node_modules/wallet-connect-button/dist DOMAIN=localhost:8000 SCHEME=http php -S localhost:8000 login.php
//
// Then open http://localhost:8000. DIST is the address of the element's files: a folder of this site, or a CDN. In the repository it is
// /dist, after `npm run build`, and this file is integrations/php/login.php.
declare(strict_types=1);

// PHP's own server asks this page for every address. Other servers send a folder's files themselves.
$dist = getenv('DIST') ?: '/dist';
if (PHP_SAPI === 'cli-server' && str_starts_with($_SERVER['REQUEST_URI'], $dist . '/')) {
    return false;
}

require __DIR__ . '/sign-in.php';

use WalletConnectButton\{SignIn, SignInError};

[$domain, $scheme] = [getenv('DOMAIN') ?: 'shop.example', getenv('SCHEME') ?: 'https'];
// A session begins here only: an id that somebody has planted in the browser opens none.
ini_set('session.use_strict_mode', '1');
session_set_cookie_params(['httponly' => true, 'samesite' => 'Lax', 'secure' => $scheme === 'https']);
session_start();
$refused = null;

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    try {
        $signIn = new SignIn($domain, ['eip155:1'], $scheme);
        // A form of another site would sign the visitor in as somebody else.
        $signIn->checkOrigin($_SERVER);
        // Removes the nonce before any other check: a nonce is used once, whatever the result. It is gone from the stored session
        // before a second post of the form, which waits for this one, reads it: a session that ends is not written.
        $nonce = SignIn::takeNonce($_SESSION['nonces'], $_POST);
        session_commit();
        session_start();
        $account = $signIn->verifyForm($_POST, $nonce);
        // The session gets a new id, so that nobody who knows the old id is signed in too.
        session_regenerate_id(true);
        $_SESSION['account'] = $account;
    } catch (SignInError $error) {
        http_response_code(403);
        $refused = $error->getMessage();
    }
}
$nonce = isset($_SESSION['account']) ? null : SignIn::addNonce($_SESSION['nonces']);
$text = fn(string $value): string => htmlspecialchars($value, ENT_QUOTES);
?>
<!doctype html>
<meta charset="utf-8">
<title>Sign in</title>
<script src="<?= $text($dist) ?>/embed.js" defer></script>
<?php if (isset($_SESSION['account'])): ?>
<p>Signed in as <?= $text($_SESSION['account']['address']) ?></p>
<?php else: ?>
<?php if ($refused): ?><p role="alert">You are not signed in: <?= $text($refused) ?></p><?php endif ?>
<form method="post">
  <wallet-connect-button name="wallet" chains="eip155:1" sign-in="form" sign-in-nonce="<?= $nonce ?>" required></wallet-connect-button>
  <button>Sign in</button>
</form>
<?php endif ?>
