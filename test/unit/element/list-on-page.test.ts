// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pass, World } from './list-world.js'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.end())

/** Shows the list of a store, and waits until it stands. */
async function show({ open }: World['one']) {
  await open()
  await pass(300)
}

test('a list that replaces the list of another store keeps the page from scrolling', async () => {
  const { one, two } = world
  await show(one)
  await show(two)
  expect(one.heard).toEqual(['wallet_modal_opened', 'wallet_modal_closed'])
  expect(two.isShown()).toBe(true)
  expect(world.isLocked).toBe(true)
  await two.close()
  expect(world.isLocked).toBe(false)
})

test('a list whose host the page moves is closed, and the page can be used and opens it again', async () => {
  const { one } = world
  await show(one)
  world.move()
  await pass(300)
  expect(one.heard).toEqual(['wallet_modal_opened', 'wallet_modal_closed'])
  expect(one.client.getState().open).toBe(false)
  expect([world.isLocked, world.hosts]).toEqual([false, []])
  await show(one)
  expect(one.isShown()).toBe(true)
})

test.each([false, true])(
  'a list that fails before it is drawn leaves nothing on the page, and the next one is shown (drawn ahead: %s)',
  async (isAhead) => {
    const { one } = world
    world.faults = 9
    if (isAhead) one.control.prepare(one.element as never)
    if (isAhead) await pass(300)
    world.faults = 9
    expect(await one.open()).toBe('view_failed')
    expect([world.isLocked, world.hosts]).toEqual([false, []])
    world.faults = 0
    await show(one)
    expect(one.isShown()).toBe(true)
  },
)

test('a list that the client no longer wants when its code has come is shown by the next click', async () => {
  const { one } = world
  world.isLate = true
  void one.open()
  await pass()
  one.client.dismiss()
  world.load()
  await pass()
  expect(world.hosts).toEqual([])
  await show(one)
  expect(one.isShown()).toBe(true)
})
