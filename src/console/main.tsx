/** The web console: starts the application in its page. */
import './theme/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { returnToAddress } from './api/left-address.ts'
import { createQueries } from './api/queries.ts'
import { LANGUAGES } from './languages.ts'
import { PartsProvider } from './parts/provider.tsx'
import { ToastProvider } from './parts/toasts.tsx'
import { createPages } from './routes.tsx'
import { chosenLanguage, TextsProvider } from './texts/language.tsx'

async function start() {
  returnToAddress()
  const language = chosenLanguage(LANGUAGES)
  document.documentElement.lang = language.value
  const pages = createPages()
  // The page and its strings are loaded at the same time.
  const [texts] = await Promise.all([language.load(), pages.load()])
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <PartsProvider>
        <TextsProvider languages={LANGUAGES} first={{ language, texts }}>
          <QueryClientProvider client={createQueries()}>
            <ToastProvider>
              <RouterProvider router={pages} />
            </ToastProvider>
          </QueryClientProvider>
        </TextsProvider>
      </PartsProvider>
    </StrictMode>,
  )
}

void start()
