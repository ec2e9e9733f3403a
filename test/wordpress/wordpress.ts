import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { packPlugin } from '../../integrations/wordpress/pack.mjs'

const run = promisify(execFile)

/** The folder of Debian's WordPress package. */
const WORDPRESS = '/usr/share/wordpress'
const NEEDED =
  'apt-get install --no-install-recommends php8.2-cli php8.2-mysql php8.2-gmp mariadb-server wordpress wordpress-theme-twentytwentythree'

/** A running WordPress with our plugin active. */
export interface WordPress {
  /** The site's address, without a slash at its end. */
  readonly origin: string
  /** Cookies of a logged-in user: `admin` may do everything, `author` writes posts without unfiltered HTML. */
  loggedIn(login: string): Promise<{ name: string; value: string; url: string }[]>
  /** Runs PHP inside the site, as the user with this login. @returns its output @throws Error with PHP's message */
  php(code: string, asLogin?: string): Promise<string>
  /** Publishes a post as a user, through WordPress's own filters. @returns its address */
  publish(content: string, asLogin: string): Promise<string>
  /** Puts a test's plugin into the folder of must-use plugins; `null` removes it. */
  always(name: string, code: string | null): void
  /** PHP's complaints about the plugin's files since the start. */
  readonly log: string[]
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a database in its own folder, reached by a socket file. */
async function startDatabase(folder: string) {
  const data = join(folder, 'data')
  const socket = join(folder, 'db.sock')
  await run('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    '--user=root',
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ])
  const server = spawn(
    'mariadbd',
    ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--skip-networking', '--user=root'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const lines: string[] = []
  await new Promise<void>((ready, fail) => {
    createInterface(server.stderr).on('line', (line) => {
      lines.push(line)
      if (line.includes('ready for connections')) ready()
    })
    server.once('exit', () => fail(new Error(`The database did not start: ${lines.slice(-5).join('\n')}`)))
  })
  await run('mariadb', [
    '--no-defaults',
    `--socket=${socket}`,
    '-uroot',
    '-e',
    'CREATE DATABASE wordpress CHARACTER SET utf8mb4',
  ])
  return {
    socket,
    async close() {
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
  }
}

const config = (origin: string, socket: string): string => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('AUTH_KEY', 'a'); define('SECURE_AUTH_KEY', 'b'); define('LOGGED_IN_KEY', 'c'); define('NONCE_KEY', 'd');
define('AUTH_SALT', 'e'); define('SECURE_AUTH_SALT', 'f'); define('LOGGED_IN_SALT', 'g'); define('NONCE_SALT', 'h');
define('WP_HOME', '${origin}');
define('WP_SITEURL', '${origin}');
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`

const INSTALL = `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = 'localhost';
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Corner shop', 'admin', 'admin@shop.example', true, '', 'admin-password');
`

/** Starts a new WordPress. @throws Error that says what to install when something is missing */
export async function startWordPress(): Promise<WordPress> {
  if (!existsSync(WORDPRESS)) throw new Error(`WordPress is missing. On Debian: ${NEEDED}`)
  for (const program of ['php', 'mariadbd', 'mariadb-install-db'])
    await run('which', [program]).catch(() => {
      throw new Error(`The program ${program} is missing. On Debian: ${NEEDED}`)
    })
  const folder = mkdtempSync(join(tmpdir(), 'wordpress-'))
  const site = join(folder, 'site')
  const database = await startDatabase(folder)
  const port = await freePort()
  const origin = `http://localhost:${port}`

  cpSync(WORDPRESS, site, { recursive: true, dereference: true })
  writeFileSync(join(site, 'wp-config.php'), config(origin, database.socket))
  writeFileSync(join(site, 'install.php'), INSTALL)
  const always = join(site, 'wp-content/mu-plugins')
  mkdirSync(always, { recursive: true })
  await run('php', [join(site, 'install.php')])
  packPlugin(join(site, 'wp-content/plugins'))

  const log: string[] = []
  const server = spawn('php', ['-d', 'display_errors=0', '-S', `localhost:${port}`, '-t', site], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '3' },
    // A separate process group, so that its workers end with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((ready) => {
    createInterface(server.stderr).on('line', (line) => {
      // This WordPress is older than this PHP, and causes complaints of its own.
      if (/PHP .*wallet-connect-button/.test(line)) log.push(line)
      if (line.includes('started')) ready()
    })
  })

  const php = async (code: string, asLogin = 'admin') => {
    const file = join(folder, 'run.php')
    writeFileSync(
      file,
      `<?php $_SERVER['HTTP_HOST'] = 'localhost:${port}'; $_SERVER['REQUEST_URI'] = '/'; require '${site}/wp-load.php';
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      wp_set_current_user(get_user_by('login', '${asLogin}')->ID); kses_init(); ${code}`,
    )
    return (await run('php', ['-d', 'display_errors=stderr', file])).stdout
  }
  const active = await php(`$failed = activate_plugin('wallet-connect-button/wallet-connect-button.php');
    echo is_wp_error($failed) ? $failed->get_error_message() : 'active';
    wp_insert_user(['user_login' => 'author', 'user_pass' => 'author-password', 'role' => 'author', 'user_email' => 'author@shop.example']);`)
  if (active !== 'active') throw new Error(`The plugin could not be activated: ${active}`)

  return {
    origin,
    loggedIn: async (login) => {
      const made = await php(
        `$until = time() + 3600; $user = get_current_user_id(); $token = WP_Session_Tokens::get_instance($user)->create($until);
        echo json_encode([AUTH_COOKIE => wp_generate_auth_cookie($user, $until, 'auth', $token),
          LOGGED_IN_COOKIE => wp_generate_auth_cookie($user, $until, 'logged_in', $token)]);`,
        login,
      )
      return Object.entries<string>(JSON.parse(made)).map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        url: origin,
      }))
    },
    php,
    publish: async (content, asLogin) =>
      php(
        `$id = wp_insert_post(wp_slash(['post_title' => 'A post', 'post_status' => 'publish', 'post_content' => ${JSON.stringify(content).replaceAll('$', '\\$')}]), true);
        echo is_wp_error($id) ? $id->get_error_message() : get_permalink($id);`,
        asLogin,
      ),
    always(name, code) {
      const file = join(always, `${name}.php`)
      if (code === null) rmSync(file, { force: true })
      else writeFileSync(file, `<?php ${code}`)
    },
    log,
    async close() {
      process.kill(-(server.pid as number), 'SIGKILL')
      await once(server, 'exit')
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
