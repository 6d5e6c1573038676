import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Gallery } from '#web/dev/Gallery.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <BrowserRouter>
      <Gallery />
    </BrowserRouter>,
  )
}
