import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/** Builds dist from nothing: JavaScript by tsup, declarations by tsc. */
rmSync('dist', { recursive: true, force: true })
for (const [command, ...args] of [
  ['tsup', '--silent'],
  ['tsc', '-p', 'tsconfig.types.json'],
]) {
  const { status } = spawnSync('npx', ['--no-install', command, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
