import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../package.json'
import { walletCalled } from '../browser/support/wallets.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { inPackage } from '../counterparts/package-root.js'
import { startWordPress, type WordPress } from './wordpress.js'

let site: WordPress
const open = useChromium()

beforeAll(async () => {
  site = await startWordPress()
})
afterEach(() => {
  const said = site.log.splice(0)
  expect(said, 'PHP has nothing to complain about').toEqual([])
})
afterAll(() => site?.close())

const read = async (address: string): Promise<string> => (await fetch(address)).text()
const tagsOf = (html: string): string[] =>
  html.match(/<wallet-connect-button.*?<\/wallet-connect-button>/gs) ?? []
const scriptsOf = (html: string): string[] => html.match(/<script[^>]*wallet-connect-button[^>]*>/g) ?? []
const block = (settings: object) => `<!-- wp:wallet-connect-button/button ${JSON.stringify(settings)} /-->`

/** Opens a page as a visitor with one wallet, connects it, and returns the hosts that got requests. */
async function visit(url: string) {
  const tab = await open({ url, evmWallets: [walletCalled('Alpha'), walletCalled('Beta')] })
  const { page } = tab
  return {
    ...tab,
    async connect() {
      const button = page.locator('wallet-connect-button').first()
      await button.locator('[part=button]').click()
      await page.locator('wallet-connect-modal').getByRole('button', { name: 'Beta', exact: true }).click()
      await page.waitForFunction(
        () => document.querySelector('wallet-connect-button')?.status === 'connected',
      )
    },
  }
}

/** Opens the site as a logged-in user. */
async function openAs(user: string) {
  const tab = await open()
  await tab.context.addCookies(await site.loggedIn(user))
  return tab
}

describe('the block of the plugin', () => {
  it('keeps its settings when an author without unfiltered HTML saves it (X09)', async () => {
    const url = await site.publish(block({ chains: 'eip155:1', label: 'Join in', theme: 'dark' }), 'author')
    const [tag] = tagsOf(await read(url))
    expect(tag).toContain('chains="eip155:1"')
    expect(tag).toContain('label="Join in"')
    expect(tag).toContain('theme="dark"')
    expect(tag).toContain('app-name="Corner shop"')
    expect(tag).toMatch(/^<wallet-connect-button [^\n]*><\/wallet-connect-button>$/)
  })

  it('is placed by its alignment', async () => {
    const { page } = await open({ url: await site.publish(block({ align: 'center' }), 'author') })
    const centre = async (selector: string) => {
      const box = await page.locator(selector).boundingBox()
      return box && Math.round(box.x + box.width / 2)
    }
    await page.waitForFunction(() => customElements.get('wallet-connect-button'))
    expect(await centre('wallet-connect-button')).toBe(await centre('main'))
  })

  it('accepts no markup and no unknown value from an author', async () => {
    const url = await site.publish(
      block({
        label: '"><script>alert(1)</script>',
        chains: 'eip155:1 "onclick=x javascript:alert(1) starknet:SN_MAIN',
        theme: 'purple',
        size: 'large"',
        signIn: 'on-connect',
      }),
      'author',
    )
    const html = await read(url)
    expect(html).not.toContain('alert(1)</script>')
    const [tag] = tagsOf(html)
    expect(tag).toContain('chains="eip155:1 starknet:SN_MAIN"')
    expect(tag).not.toMatch(/theme=|size=|sign-in=|onclick/)
  })

  it('is inserted and configured by an administrator in the editor, and connects a visitor', async () => {
    const { page, errors } = await openAs('admin')
    await page.goto(`${site.origin}/wp-admin/post-new.php?post_type=page`)
    await page.waitForFunction(() => 'wp' in window && 'data' in (window as never as { wp: object }).wp)
    await page.keyboard.press('Escape')
    const address = await page.evaluate(async () => {
      const { blocks, data } = (window as any).wp
      const made = blocks.createBlock('wallet-connect-button/button', { label: 'Enter' })
      await data.dispatch('core/block-editor').insertBlock(made)
      await data.dispatch('core/block-editor').selectBlock(made.clientId)
      return made.clientId as string
    })
    const picture = page.locator(`[data-block="${address}"] .wallet-connect-button-picture`)
    await picture.waitFor()
    expect(await picture.innerText()).toBe('Enter')
    await page.evaluate(() =>
      (window as any).wp.data.dispatch('core/edit-post').openGeneralSidebar('edit-post/block'),
    )
    await page.getByLabel('Text of the button').fill('Come in')
    await page.getByLabel('Chains').fill('eip155:31337')
    await page.getByLabel('Show the balance').check()
    expect(await picture.innerText()).toBe('Come in')
    const url = await page.evaluate(async () => {
      const { data } = (window as any).wp
      data.dispatch('core/editor').editPost({ title: 'Members', status: 'publish' })
      await data.dispatch('core/editor').savePost()
      return data.select('core/editor').getPermalink() as string
    })
    expect(errors).toEqual([])

    const visitor = await visit(url)
    const tag = visitor.page.locator('wallet-connect-button')
    expect(await tag.getAttribute('label')).toBe('Come in')
    expect(await tag.evaluate((node) => node.hasAttribute('show-balance'))).toBe(true)
    expect(new Set(visitor.requests.map((asked) => new URL(asked).origin))).toEqual(new Set([site.origin]))
    await visitor.connect()
    expect(visitor.errors).toEqual([])
  })
})

describe('the shortcode of the plugin', () => {
  it('writes the button for an author, with plain words as switches (X09)', async () => {
    const url = await site.publish('[wallet_button chains="eip155:1" page_state show-balance]', 'author')
    const [tag] = tagsOf(await read(url))
    expect(tag).toMatch(/ chains="eip155:1".* page-state/)
    expect(tag).toContain(' show-balance')
  })

  it('does not let an author choose the visitor’s servers', async () => {
    const url = await site.publish(
      '[wallet_button api-url="https://evil.example" relay-url="wss://evil.example" rpc="eip155:1=https://evil.example" app-name="Bank" data-base="https://evil.example/"]',
      'author',
    )
    const [tag] = tagsOf(await read(url))
    expect(tag).not.toContain('evil.example')
    expect(tag).toContain('app-name="Corner shop"')
  })

  it('greets the visitor by address on a page with a button that has page-state', async () => {
    const url = await site.publish(
      '<p>Hello [wallet_text show="short-address"]<b>Guest</b>[/wallet_text]!</p>[wallet_button page-state]',
      'author',
    )
    expect(await read(url)).toContain('Hello <span data-wallet-text="short-address">Guest</span>!')
  })
})

describe('the tag in a post', () => {
  it('stays when an author writes it, without the attributes that authors may not set (X09)', async () => {
    const url = await site.publish(
      '<wallet-connect-button chains="eip155:1" label="Hi" api-url="https://evil.example" onclick="alert(1)"></wallet-connect-button>',
      'author',
    )
    const html = await read(url)
    expect(tagsOf(html)).toEqual([
      '<wallet-connect-button chains="eip155:1" label="Hi"></wallet-connect-button>',
    ])
    expect(scriptsOf(html)).toHaveLength(1)
  })
})

describe('the script of the plugin', () => {
  it('is on a page once, however many buttons there are, with its hash', async () => {
    const url = await site.publish(`${block({})}[wallet_button]${block({})}`, 'author')
    const html = await read(url)
    expect(tagsOf(html)).toHaveLength(3)
    const scripts = scriptsOf(html)
    expect(scripts).toHaveLength(1)
    expect(scripts[0]).toMatch(/ defer .*integrity="sha384-[^"]+" crossorigin="anonymous"/)
  })

  it('is on no page without a button', async () => {
    expect(scriptsOf(await read(await site.publish('Nothing here.', 'author')))).toEqual([])
  })
})

describe('a plugin that rewrites scripts', () => {
  /** Each rewrites the whole page as it is sent, and puts its copies into the site's cache folder. */
  const rewriting = (body: string) => `
    add_action('template_redirect', function () {
      ob_start(function ($html) {
        $cache = WP_CONTENT_DIR . '/cache';
        if (!is_dir($cache)) mkdir($cache);
        return preg_replace_callback('/<script[^>]*src=.([^\\'" ]*wallet-connect-button\\/dist\\/embed\\.js)[^>]*><\\/script>/', function ($m) use ($cache) {
          $code = file_get_contents(WP_PLUGIN_DIR . '/wallet-connect-button/dist/embed.js');
          ${body}
        }, $html);
      });
    });`
  afterEach(() => site.always('optimiser', null))

  it.each([
    [
      'copies the file into its cache',
      `file_put_contents("$cache/a.js", $code); return '<script src="/wp-content/cache/a.js"></script>';`,
    ],
    [
      'joins it with others',
      `file_put_contents("$cache/b.js", "window.other = 1;\\n$code;\\nwindow.more = 1;"); return '<script src="/wp-content/cache/b.js" defer></script>';`,
    ],
    ['takes its attributes away', `return "<script src='$m[1]'></script>";`],
    ['writes it into the page', `return "<script>$code</script>";`],
    ['makes a module of it', `return "<script type=module src='$m[1]'></script>";`],
    [
      'delays it until the visitor moves',
      `file_put_contents("$cache/c.js", $code); return '<script type="text/delayed" src="/wp-content/cache/c.js"></script><script>
        addEventListener("mousemove", () => { for (const s of document.querySelectorAll("[type=\\'text/delayed\\']")) {
          const t = document.createElement("script"); t.src = s.src; s.replaceWith(t) } }, { once: true })</script>';`,
    ],
  ])('leaves a button that connects when it %s', async (_, body) => {
    site.always('optimiser', rewriting(body))
    const visitor = await visit(await site.publish(block({ chains: 'eip155:31337' }), 'author'))
    await visitor.page.mouse.move(5, 5)
    await visitor.page.mouse.move(9, 9)
    await visitor.page.waitForFunction(() => customElements.get('wallet-connect-button'))
    await visitor.connect()
    expect(visitor.errors).toEqual([])
    expect(visitor.requests.filter((asked) => !asked.startsWith(site.origin))).toEqual([])
  })

  it('is asked in its own way to leave the script alone', async () => {
    const said = await site.php(`echo json_encode([
      apply_filters('rocket_delay_js_exclusions', []), apply_filters('sgo_js_async_exclude', ['jquery']),
      apply_filters('autoptimize_filter_js_exclude', 'a.js, b.js'), apply_filters('js_do_concat', true, 'wallet-connect-button'),
      apply_filters('js_do_concat', true, 'jquery')]);`)
    expect(JSON.parse(said)).toEqual([
      ['wallet-connect-button/dist/embed'],
      ['jquery', 'wallet-connect-button'],
      'a.js, b.js, wallet-connect-button/dist/embed',
      false,
      true,
    ])
  })
})

describe('the settings of the plugin', () => {
  it('are made by an administrator, cleaned, and count for every button', async () => {
    const { page } = await openAs('admin')
    await page.goto(`${site.origin}/wp-admin/options-general.php?page=wallet_connect_button`)
    await page.getByLabel('Name', { exact: true }).fill('The <b>shop</b> "& more"')
    await page.getByLabel('Chains').fill('eip155:8453, nonsense eip155:1')
    await page.getByLabel('Theme', { exact: true }).selectOption('dark')
    await page.getByLabel('WalletConnect project id').fill('not an id')
    const node = 'eip155:1=https://node.shop.example/a%2Fb?keys=a,b'
    await page.getByLabel('Nodes').fill(`${node} eip155:2=javascript:alert(1)`)
    await page.getByLabel('Terms of service').fill('javascript:alert(1)')
    // Browsers copy an address with umlauts in this form.
    const privacy = 'https://shop.example/datenschutzerkl%C3%A4rung/'
    await page.getByLabel(/Privacy/).fill(privacy)
    await Promise.all([page.waitForURL('**settings-updated=true**'), page.locator('#submit').click()])
    expect(await page.getByLabel('Chains').inputValue()).toBe('eip155:8453 eip155:1')
    expect(await page.getByLabel('WalletConnect project id').inputValue()).toBe('')

    const visitor = await open({ url: await site.publish(block({}), 'author') })
    const attributes = await visitor.page
      .locator('wallet-connect-button')
      .evaluate((tag) => Object.fromEntries([...tag.attributes].map(({ name, value }) => [name, value])))
    expect(attributes).toEqual({
      'app-name': 'The shop "& more"',
      chains: 'eip155:8453 eip155:1',
      theme: 'dark',
      rpc: node,
      'privacy-url': privacy,
      'data-base': `${site.origin}/wp-content/plugins/wallet-connect-button/dist/`,
    })
  })

  it('never let a button ask for a signature, because the site has no API for it; a choice of an older version is off', async () => {
    await site.php(
      `update_option('wallet_connect_button', ['sign_in' => 'on-connect', 'chains' => 'eip155:1']);`,
    )
    const shortcode = '[wallet_button sign-in="on-connect"]'
    const html = await read(await site.publish(block({ signIn: 'on-connect' }) + shortcode, 'author'))
    expect(tagsOf(html)).toHaveLength(2)
    expect(tagsOf(html).join()).not.toContain('sign-in')
    const { page } = await openAs('admin')
    await page.goto(`${site.origin}/wp-admin/options-general.php?page=wallet_connect_button`)
    expect(await page.getByText('signature').count()).toBe(0)
  })

  it('are shown only to administrators', async () => {
    const { page } = await openAs('author')
    const answer = await page.goto(`${site.origin}/wp-admin/options-general.php?page=wallet_connect_button`)
    expect(answer?.status()).toBe(403)
  })

  it('are deleted when the plugin is removed', async () => {
    await site.php(`update_option('wallet_connect_button', ['chains' => 'eip155:1']);`)
    const left = await site.php(`deactivate_plugins('wallet-connect-button/wallet-connect-button.php');
      uninstall_plugin('wallet-connect-button/wallet-connect-button.php');
      global $wpdb; echo $wpdb->get_var("SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE '%wallet_connect_button%'");`)
    expect(left).toBe('0')
    await site.php(`activate_plugin('wallet-connect-button/wallet-connect-button.php');`)
  })
})

describe('a tag outside of a post', () => {
  it.each([
    ['a classic text widget', 'WP_Widget_Text', "'filter' => true, 'text'"],
    ['a widget with HTML', 'WP_Widget_Custom_HTML', "'content'"],
    ['a block widget', 'WP_Widget_Block', "'content'"],
  ])('gets the script in %s (HO11)', async (_name, widget, field) => {
    const tag = '<wallet-connect-button chains="eip155:1"></wallet-connect-button>'
    site.always(
      'widget',
      `add_action( 'wp_footer', fn() => the_widget( '${widget}', array( ${field} => '${tag}' ) ), 1 );`,
    )
    try {
      const html = await read(`${site.origin}/`)
      expect(tagsOf(html)).toHaveLength(1)
      expect(scriptsOf(html)).toHaveLength(1)
    } finally {
      site.always('widget', null)
    }
  })
})

describe('the texts of the plugin', () => {
  it('are all in the file that translators start from', () => {
    const plugin = inPackage('integrations/wordpress/wallet-connect-button')
    const sources = readdirSync(plugin, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:php|js)$/.test(file),
    )
    const used = sources.flatMap((file) =>
      [
        ...readFileSync(join(plugin, file), 'utf8').matchAll(
          /\b(?:esc_html)?__\(\s*'([^']+)',\s*(?:domain|'wallet-connect-button')/g,
        ),
      ].map(([, text]) => text),
    )
    const known = [
      ...readFileSync(join(plugin, 'languages/wallet-connect-button.pot'), 'utf8').matchAll(
        /^msgid "(.+)"$/gm,
      ),
    ].map(([, text]) => text)
    expect(new Set(known)).toEqual(new Set(used))
  })
})

describe('the version of the plugin', () => {
  it('equals the script’s, in the plugin’s head, its code and its readme', () => {
    const readPlugin = (file: string) =>
      readFileSync(inPackage('integrations/wordpress/wallet-connect-button', file), 'utf8')
    expect(readPlugin('wallet-connect-button.php')).toContain(`* Version:           ${version}\n`)
    expect(readPlugin('wallet-connect-button.php')).toContain(`const VERSION = '${version}';`)
    expect(readPlugin('readme.txt')).toContain(`Stable tag: ${version}\n`)
  })
})
