import { defineFloor } from './floor-element.js'

const LIST = '/react-list.js'

/** The floor of a list drawn by React: the bare element, which loads React when it is clicked. */
defineFloor(async (root) => {
  const { open }: typeof import('./react-list.js') = await import(LIST)
  open(root)
})
