import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startWordPress, type WordPress } from './wordpress.js'

/** A published test key, without value anywhere. */
const visitor = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

const HIDDEN = '[wallet_members]<p>The secret.</p>[/wallet_members]'

let site: WordPress
/** The cookie of a visitor who has signed in. */
let member: string
/** What shows a members' text in every way that WordPress has: name → address. */
const places: Record<string, string> = {}

const publish = (content: string, more = '') =>
  site.php(
    `$id = wp_insert_post(wp_slash(array_merge(['post_title' => 'Club', 'post_status' => 'publish', 'post_content' => ${JSON.stringify(content).replaceAll('$', '\\$')}], [${more}])));
    echo $id;`,
  )
/** Not the word alone: WordPress's own embeds have a secret too. */
const tells = (text: string) => /The (?:other )?secret/.test(text)
const load = async (address: string, cookie = '') => {
  const answer = await fetch(address, { headers: { cookie } })
  return { text: await answer.text(), headers: answer.headers, status: answer.status }
}

async function signIn(page: string): Promise<string> {
  const nonce = /sign-in-nonce="([^"]+)"/.exec((await load(page)).text)?.[1] as string
  const message = createSiweMessage({
    address: visitor.address,
    chainId: 1,
    domain: new URL(site.origin).host,
    nonce,
    uri: `${site.origin}/`,
    version: '1',
  })
  const answer = await fetch(`${site.origin}/wp-admin/admin-post.php`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin },
    body: new URLSearchParams({
      action: 'wallet_connect_button_sign_in',
      wallet: `eip155:1:${visitor.address}`,
      wallet_message: message.replaceAll('\n', '\r\n'),
      wallet_signature: await visitor.signMessage({ message }),
    }),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

beforeAll(async () => {
  site = await startWordPress()
  const post = await publish(HIDDEN)
  const pattern = await publish(HIDDEN, "'post_type' => 'wp_block'")
  const at = (id: string) => `${site.origin}/?p=${id}`
  Object.assign(places, {
    'a post': at(post),
    'a synced pattern in a post': at(await publish(`<!-- wp:block {"ref":${pattern}} /-->`)),
    'the block “Latest posts” with full content': at(
      await publish(
        '<!-- wp:latest-posts {"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->',
      ),
    ),
    'the front page': `${site.origin}/`,
    'an archive': `${site.origin}/?author=1`,
    'a feed': `${site.origin}/?feed=rss2`,
    'an Atom feed': `${site.origin}/?feed=atom`,
    'a REST list': `${site.origin}/?rest_route=/wp/v2/posts`,
    'a REST post': `${site.origin}/?rest_route=/wp/v2/posts/${post}`,
    'an oEmbed answer': `${site.origin}/?rest_route=/oembed/1.0/embed&url=${encodeURIComponent(at(post))}`,
    'a search': `${site.origin}/?s=Club`,
    'a page that is not there': `${site.origin}/?p=99999`,
  })
  // A classic widget, on every page: this theme has no place for widgets, so a plugin draws it below the page.
  site.always(
    'widgets',
    `add_action( 'wp_footer', function () {
      if ( isset( $_GET['widgets'] ) ) the_widget( $_GET['widgets'], array( 'text' => '${HIDDEN}', 'filter' => true, 'content' => '${HIDDEN}', 'visual' => true ) );
    } );`,
  )
  places['a classic text widget'] = `${site.origin}/?p=99999&widgets=WP_Widget_Text`
  places['a block widget'] = `${site.origin}/?p=99999&widgets=WP_Widget_Block`
  places['a custom HTML widget'] = `${site.origin}/?p=99999&widgets=WP_Widget_Custom_HTML`
  member = await signIn(places['a post'] as string)
})
afterEach(() => {
  expect(site.log.splice(0), 'PHP has nothing to complain about').toEqual([])
})
afterAll(() => site?.close())

describe('an answer to a member', () => {
  it('is private, wherever the members’ text stands (HO01, SV10)', async () => {
    const shown: string[] = []
    for (const [name, address] of Object.entries(places)) {
      const { text, headers } = await load(address, member)
      expect([name, headers.get('cache-control')]).toEqual([name, expect.stringMatching(/no-store.*private/)])
      if (text.includes('The secret.')) shown.push(name)
    }
    // The places really show it, or this would prove nothing.
    expect(shown).toEqual(
      expect.arrayContaining([
        'a post',
        'a synced pattern in a post',
        'the block “Latest posts” with full content',
        'a feed',
        'an Atom feed',
        'a REST list',
        'a REST post',
        'a classic text widget',
        'a block widget',
        'a custom HTML widget',
      ]),
    )
  })

  it('is never what strangers get, and their form with its nonce is not stored (HO01, SV10)', async () => {
    for (const [name, address] of Object.entries(places)) {
      const { text, headers } = await load(address)
      expect([name, tells(text)]).toEqual([name, false])
      // A widget below the page is drawn when the headers have gone: the next test is about it.
      if (text.includes('sign-in-nonce') && !name.includes('widget'))
        expect([name, headers.get('cache-control')]).toEqual([name, expect.stringContaining('no-store')])
    }
  })

  it('tells page caches in WordPress what they must not keep (HO01)', async () => {
    site.always(
      'cache',
      `add_action( 'shutdown', function () { echo defined( 'DONOTCACHEPAGE' ) && DONOTCACHEPAGE ? 'NOT KEPT' : 'KEPT'; } );`,
    )
    onTestFinished(() => site.always('cache', null))
    const ends = async (address: string, cookie?: string) =>
      /(?:NOT )?KEPT$/.exec((await load(address, cookie)).text)?.[0]
    for (const name of ['the front page', 'a search', 'a page that is not there'])
      expect([name, await ends(places[name] as string, member)]).toEqual([name, 'NOT KEPT'])
    for (const name of ['a block widget', 'a classic text widget', 'a custom HTML widget', 'a post'])
      expect([name, await ends(places[name] as string)]).toEqual([name, 'NOT KEPT'])
    expect(await ends(places['a page that is not there'] as string)).toBe('KEPT')
  })
})

describe('a members’ text', () => {
  const found = async (words: string, cookie = '') => {
    const query = encodeURIComponent(words)
    const [page, rest] = await Promise.all([
      load(`${site.origin}/?s=${query}&post_type=post&feed=rss2`, cookie),
      load(`${site.origin}/?rest_route=/wp/v2/search&search=${query}`, cookie),
    ])
    return [(page.text.match(/<item>/g) ?? []).length, JSON.parse(rest.text).length]
  }

  it('is not found by a stranger’s search, by no word and by no excluded word (SV10)', async () => {
    const id = await publish(
      `Open text. [wallet_members]Pineapple[/wallet_members]`,
      "'post_title' => 'Fruit garden'",
    )
    onTestFinished(async () => void (await site.php(`wp_delete_post(${id}, true);`)))
    expect(await found('Pineapple')).toEqual([0, 0])
    expect(await found('Pineapple', member)).toEqual([1, 1])
    // A page is still found by its title, whatever else is asked.
    for (const words of ['Fruit', 'Fruit garden', 'garden -Pineapple', 'garden -Melon'])
      expect([words, ...(await found(words))]).toEqual([words, 1, 1])
    for (const words of ['Fruit Pineapple', 'Fruit -garden', 'Fruit Melon'])
      expect([words, ...(await found(words))]).toEqual([words, 0, 0])
    const other = await publish('Melon in the open', "'post_title' => 'Market'")
    onTestFinished(async () => void (await site.php(`wp_delete_post(${other}, true);`)))
    expect(await found('Melon')).toEqual([1, 1])
  })

  it.each([
    ['without its beginning', 'Zebra.[/wallet_members]'],
    ['with a space before its name', '[ wallet_members]Zebra.[/wallet_members]'],
  ])('is not found by a stranger’s search also %s (SV10)', async (_, content) => {
    const id = await publish(content)
    onTestFinished(async () => void (await site.php(`wp_delete_post(${id}, true);`)))
    expect(await found('Zebra')).toEqual([0, 0])
    expect(await found('Zebra', member)).toEqual([1, 1])
  })

  it.each([
    ['without its end', '[wallet_members]<p>The secret.</p>'],
    ['with a misspelt end', '[wallet_members]<p>The secret.</p>[/wallet_member]'],
    ['without its beginning', '<p>The secret.</p>[/wallet_members]'],
    ['with a misspelt beginning', '[wallet_mambers]<p>The secret.</p>[/wallet_members]'],
    ['with a space in its end', '[wallet_members]<p>The secret.</p>[/wallet_members ]'],
    ['with a slash in its end', '[wallet_members]<p>The secret.</p>[/wallet_members/]'],
    ['with a line break in its end', '[wallet_members]<p>The secret.</p>[/wallet_members\n]'],
    ['with a dot in its end', '[wallet_members]<p>The secret.</p>[/wallet_members.]'],
    ['with a longer name in its end', '[wallet_members]<p>The secret.</p>[/wallet_members-vip]'],
    ['with a slash in its beginning', '[wallet_members/]<p>The secret.</p>[/wallet_members]'],
    ['with a blank and a slash in its beginning', '[wallet_members /]<p>The secret.</p>[/wallet_members]'],
    ['with a longer name in its beginning', '[wallet_members-vip]<p>The secret.</p>[/wallet_members]'],
    ['with capitals', '[Wallet_Members]<p>The secret.</p>[/Wallet_Members]'],
    ['with an attribute and a misspelt end', '[wallet_members a="1"]<p>The secret.</p>[/wallet_members "]'],
    ['with a bracket more at each tag', '[[wallet_members]<p>The secret.</p>[[/wallet_members]'],
    ['on two pages', '[wallet_members]The secret.<!--nextpage-->The other secret.[/wallet_members]'],
    ['before and after “More”', '[wallet_members]The secret.<!--more-->The other secret.[/wallet_members]'],
  ])('is hidden also %s, and who may edit is told (SV10)', async (_, content) => {
    const id = await publish(content)
    onTestFinished(async () => void (await site.php(`wp_delete_post(${id}, true);`)))
    const post = `${site.origin}/?p=${id}`
    const rest = `${site.origin}/?rest_route=/wp/v2/posts/${id}`
    for (const address of [post, `${post}&page=2`, rest, ...Object.values(places)])
      expect([address, tells((await load(address)).text)]).toEqual([address, false])
    expect(tells((await load(post, member)).text)).toBe(true)
    const editor = (await site.loggedIn('admin')).map(({ name, value }) => `${name}=${value}`).join('; ')
    const notice = 'wallet_members has no beginning or no end'
    expect((await load(post, editor)).text.includes(notice)).toBe(!/nextpage|more/.test(content))
    expect((await load(post)).text.includes(notice)).toBe(false)
  })
})

describe('a template of a block theme', () => {
  /** The front page with this template, as the site editor stores it. @returns what a visitor with this cookie gets */
  const front = async (content: string, cookie?: string) => {
    const id = await site.php(`
      $id = wp_insert_post(wp_slash(['post_type' => 'wp_template', 'post_name' => 'home', 'post_title' => 'home', 'post_status' => 'publish', 'post_content' => ${JSON.stringify(content).replaceAll('$', '\\$')}]));
      wp_set_object_terms($id, get_stylesheet(), 'wp_theme'); echo $id;`)
    const { text } = await load(`${site.origin}/`, cookie)
    await site.php(`wp_delete_post(${id}, true);`)
    return text
  }
  const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`

  it.each([
    [
      '“Latest posts” with full content',
      '<!-- wp:latest-posts {"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->',
    ],
    ['a synced pattern', '<!-- wp:block {"ref":PATTERN} /-->'],
    ['a synced pattern without the end', '<!-- wp:block {"ref":ENDLESS} /-->'],
    ['the shortcode', paragraph('[wallet_members]The secret.[/wallet_members]')],
    ['the shortcode without its end', paragraph('[wallet_members]The secret.')],
    ['the shortcode without its beginning', paragraph('The secret.[/wallet_members]')],
    ['the shortcode with a misspelt end', paragraph('[wallet_members]The secret.[/wallet_members ]')],
  ])('shows members’ text to members only: %s (SV10)', async (what, blocks) => {
    const ids = [
      await publish(HIDDEN, "'post_type' => 'wp_block'"),
      await publish('[wallet_members]The secret.', "'post_type' => 'wp_block'"),
    ]
    onTestFinished(
      async () => void (await site.php(`wp_delete_post(${ids[0]}, true); wp_delete_post(${ids[1]}, true);`)),
    )
    const content = `${paragraph('[wallet_members]Club[/wallet_members]')}${blocks}`
      .replace('PATTERN', ids[0] as string)
      .replace('ENDLESS', ids[1] as string)
    const strange = await front(content)
    expect([strange.includes('sign-in-nonce'), tells(strange)]).toEqual([true, false])
    expect(tells(await front(content, member))).toBe(true)
    const editor = (await site.loggedIn('admin')).map(({ name, value }) => `${name}=${value}`).join('; ')
    const isTold = (await front(content, editor)).includes('wallet_members has no beginning or no end')
    expect(isTold).toBe(/without|misspelt/.test(what))
  })

  it('replaces no other shortcode in what a block draws, which may be a visitor’s words (SV10)', async () => {
    site.always('other', `add_shortcode( 'other', function () { return 'REPLACED'; } );`)
    onTestFinished(() => site.always('other', null))
    const id = await publish(`[other] ${HIDDEN}`)
    onTestFinished(async () => void (await site.php(`wp_delete_post(${id}, true);`)))
    const latest =
      '<!-- wp:latest-posts {"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->'
    const text = await front(latest)
    expect([text.includes('[other]'), text.includes('REPLACED')]).toEqual([true, false])
  })
})

describe('a feed', () => {
  const feeds = async () =>
    (await load(`${site.origin}/?feed=rss2`)).text + (await load(`${site.origin}/?feed=atom`)).text
  const enclosed = async () =>
    [...(await feeds()).matchAll(/<(?:enclosure url|link href)="[^"]*?(\w+)\.mp3"/g)].map(([, name]) => name)

  it('names no audio and no video that is for members, and names the others (SV10)', async () => {
    const link = (name: string) => `<a href="${site.origin}/files/${name}.mp3">Listen</a>`
    const id = await publish(
      `${link('trailer')}[wallet_members]${link('episode')}${link('trailer')}[/wallet_members]${link('song')}`,
    )
    onTestFinished(async () => void (await site.php(`wp_delete_post(${id}, true);`)))
    // WordPress's own task after each publication.
    const stored = JSON.parse(
      await site.php(`do_enclose(null, ${id}); echo json_encode(get_post_meta(${id}, 'enclosure'));`),
    ) as string[]
    expect(stored.map((line) => /(\w+)\.mp3/.exec(line)?.[1])).toEqual(['trailer', 'song'])
    expect((await enclosed()).sort()).toEqual(['song', 'song', 'trailer', 'trailer'])
  })

  it('names none that WordPress found earlier, and still names one that another plugin added (SV10)', async () => {
    const id = await publish(
      `[wallet_members]<a href="${site.origin}/files/episode.mp3#t=9">Listen</a>[/wallet_members]`,
    )
    onTestFinished(async () => void (await site.php(`wp_delete_post(${id}, true);`)))
    for (const name of ['episode', 'podcast'])
      await site.php(
        `add_post_meta(${id}, 'enclosure', "${site.origin}/files/${name}.mp3\n9\naudio/mpeg\n");`,
      )
    expect(await enclosed()).toEqual(['podcast', 'podcast'])
  })
})

it('an excerpt has only what everybody may read, whether WordPress or an author has written it (SV10)', async () => {
  const text = 'Open text. [wallet_members]The secret.[/wallet_members] More text.'
  for (const more of ['', `'post_excerpt' => '${text}'`]) {
    const id = await publish(text, more)
    onTestFinished(async () => void (await site.php(`wp_delete_post(${id}, true);`)))
    for (const cookie of ['', member]) {
      const { excerpt } = JSON.parse(
        (await load(`${site.origin}/?rest_route=/wp/v2/posts/${id}`, cookie)).text,
      )
      expect(excerpt.rendered).toMatch(/Open text\.\s+More text\./)
    }
  }
})

it('a member of one site of a network is none of another (HO13)', async () => {
  const signed = await site.php(
    `$one = WalletConnectButton\\sign_text('x'); $GLOBALS['blog_id'] = 2; echo $one === WalletConnectButton\\sign_text('x') ? 'same' : 'other';`,
  )
  expect(signed).toBe('other')
})

it.each([
  ['https://Bücher.example:443/shop', 'xn--bcher-kva.example'],
  ['https://shop.example:443', 'shop.example'],
  ['http://Shop.example:80', 'shop.example'],
  ['https://shop.example:80', 'shop.example:80'],
  ['http://localhost:8080/', 'localhost:8080'],
])('a site at %s is known as %s, as browsers write it (SV05)', async (home, host) => {
  expect(
    await site.php(`add_filter('home_url', fn() => '${home}'); echo WalletConnectButton\\site_host();`),
  ).toBe(host)
})

describe('before the plugin is deactivated', () => {
  it('an administrator sees on the plugins’ page which pages would show their members’ text (HO02)', async () => {
    const editor = (await site.loggedIn('admin')).map(({ name, value }) => `${name}=${value}`).join('; ')
    const { text } = await load(`${site.origin}/wp-admin/plugins.php`, editor)
    expect(text).toContain('everybody can read what is for members')
    const [, id] = /p=(\d+)/.exec(places['a post'] as string) as unknown as [string, string]
    expect(text).toMatch(new RegExp(`post\\.php\\?post=${id}&(?:amp;|#038;)?action=edit`))
    const end = await publish('A text.[/wallet_members]', "'post_title' => 'End alone'")
    await site.php(`update_option('widget_custom_html', [2 => ['content' => 'A text.[/wallet_members]']]);`)
    const { text: more } = await load(`${site.origin}/wp-admin/plugins.php`, editor)
    expect(more).toMatch(new RegExp(`post\\.php\\?post=${end}&(?:amp;|#038;)?action=edit`))
    expect(more).toMatch(/<a href="[^"]*widgets\.php">Widgets<\/a><\/p>/)
    await site.php(`delete_option('widget_custom_html');`)
    await site.php(
      `foreach (get_posts(['post_type' => ['post', 'wp_block'], 'numberposts' => -1]) as $post) wp_delete_post($post->ID, true);`,
    )
    expect((await load(`${site.origin}/wp-admin/plugins.php`, editor)).text).not.toContain(
      'what is for members',
    )
  })
})
