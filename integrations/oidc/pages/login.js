// The signature was verified, so send the form. The browser's own form is needed, so that the answer redirects to the
// client.
document.addEventListener('wallet_signed_in', () => document.querySelector('#continue').submit())
