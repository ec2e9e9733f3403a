export default {
  mode: 'production',
  entry: './src/main.js',
  performance: { hints: false },
  // Packages that this page does without.
  resolve: { alias: { starknet: false, '@walletconnect/modal': false } },
}
