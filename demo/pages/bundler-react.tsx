import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Header } from './bundler-header.js'

/** The README's React example, unchanged, in an app. */
const root = document.querySelector('#react-root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Header />
    </StrictMode>,
  )
