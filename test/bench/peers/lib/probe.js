// Runs in every page before any page script, as the body of a function that gets `cfg` (page.json and n).
// It finds the button and the modal through shadow roots and takes the times; nothing of it is counted as bytes.
/* global cfg */
if (window === window.top) {
  const shadow = new WeakMap()
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init)
    shadow.set(this, root)
    return root
  }
  performance.setResourceTimingBufferSize(10_000)
  const probe = (window.__probe = {
    buttonAt: null,
    firstAt: null,
    usableAt: null,
    clickAt: null,
    long: [],
    lastBusy: 0,
  })
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) {
      probe.long.push([e.startTime, e.duration])
      probe.lastBusy = Math.max(probe.lastBusy, e.startTime + e.duration)
    }
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) probe.lastBusy = Math.max(probe.lastBusy, e.responseEnd || e.startTime)
  }).observe({ type: 'resource', buffered: true })

  // 'a >>> b' goes through the shadow root of a; ' || ' separates alternatives.
  const all = (selector) =>
    selector.split(' || ').flatMap((path) =>
      path.split(' >>> ').reduce(
        (found, part, i) =>
          found.flatMap((el) => {
            const root = i === 0 ? el : (shadow.get(el) ?? el.shadowRoot)
            return root ? [...root.querySelectorAll(part)] : []
          }),
        [document],
      ),
    )
  const opacity = (el) => {
    let value = 1
    for (let e = el; e; e = e.assignedSlot ?? e.parentElement ?? e.getRootNode().host)
      value *= Number(getComputedStyle(e).opacity)
    return value
  }
  const seen = (el, least) => {
    const r = el.getBoundingClientRect()
    return (
      r.width > 0 &&
      r.height > 0 &&
      el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      opacity(el) >= least
    )
  }
  const onScreen = (el) => {
    const r = el.getBoundingClientRect()
    const x = r.x + r.width / 2
    const y = r.y + r.height / 2
    return x > 0 && y > 0 && x < innerWidth && y < innerHeight
  }
  const row = new RegExp(cfg.row, 'i')
  const textParent = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return row.test(node.data) ? node.parentElement : null
    const inside = node.nodeType === Node.ELEMENT_NODE ? (shadow.get(node) ?? node.shadowRoot) : null
    for (const child of [...(inside?.childNodes ?? []), ...node.childNodes]) {
      const hit = textParent(child)
      if (hit && (!(hit instanceof Element) || hit.tagName !== 'STYLE')) return hit
    }
    return null
  }
  const afterPaint = (done) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => done(performance.now())
    channel.port2.postMessage(0)
  }
  const until = (test, done) => {
    const tick = () => (test() ? afterPaint(done) : requestAnimationFrame(tick))
    requestAnimationFrame(tick)
  }
  probe.buttons = () => all(cfg.button)
  probe.modals = () => all(cfg.modal)
  probe.row = () => probe.modals().map(textParent).find(Boolean) ?? null
  until(
    () => {
      const buttons = probe.buttons()
      return buttons.length >= cfg.n && seen(buttons[0], 0.9) && seen(buttons[buttons.length - 1], 0.9)
    },
    (t) => {
      probe.buttonAt = t
      if (!cfg.eager) return
      probe.arm()
      probe.clickAt = t
      probe.buttons()[0].click()
    },
  )
  probe.arm = () => {
    addEventListener('click', (e) => (probe.clickAt ??= e.timeStamp), { capture: true, once: true })
    until(
      () => probe.modals().some((m) => seen(m, 0.01)),
      (t) => (probe.firstAt = t),
    )
    until(
      () => {
        const el = probe.row()
        return el && seen(el, 0.9) && onScreen(el)
      },
      (t) => (probe.usableAt = t),
    )
    const r = probe.buttons()[0].getBoundingClientRect()
    return { x: r.x + r.width / 2, y: r.y + r.height / 2 }
  }
  probe.state = () => ({
    now: performance.now(),
    buttonAt: probe.buttonAt,
    firstAt: probe.firstAt,
    usableAt: probe.usableAt,
    clickAt: probe.clickAt,
    quiet: performance.now() - probe.lastBusy,
  })
  probe.read = () => ({
    ...probe.state(),
    long: probe.long,
    resources: performance.getEntriesByType('resource').map((e) => [e.name, e.startTime, e.responseEnd]),
    hints: [...document.querySelectorAll('link[rel=preconnect],link[rel=dns-prefetch]')].map((l) => l.href),
    nodes: document.getElementsByTagName('*').length,
  })
}
