export default {
  mode: 'production',
  entry: './src/main.js',
  performance: { hints: false },
  // Packages that this page does not need.
  resolve: { alias: { starknet: false, '@walletconnect/modal': false } },
}
