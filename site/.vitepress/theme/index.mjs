import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** The same search as on the pages without Vue. */
const searchButton = () =>
  h('button', { type: 'button', class: 'search-button', 'data-search': '' }, 'Search')

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-before': searchButton }),
}
