// The signature was verified: the form goes on. The browser's own form, so that the answer leads to the client.
document.addEventListener('wallet_signed_in', () => document.querySelector('#continue').submit())
