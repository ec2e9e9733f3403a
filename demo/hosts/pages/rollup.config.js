import commonjs from '@rollup/plugin-commonjs'
import resolve from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'

export default {
  input: 'src/plain.js',
  output: { dir: 'built/rollup', format: 'es' },
  external: ['starknet', '@walletconnect/modal'],
  plugins: [
    replace({ 'process.env.NODE_ENV': '"production"', preventAssignment: true }),
    resolve({ browser: true }),
    commonjs(),
  ],
}
