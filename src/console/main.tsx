/** The web console: starts the application in its page. */
import './theme/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueries } from './api/queries.ts'
import { PartsProvider } from './parts/provider.tsx'
import { ToastProvider } from './parts/toasts.tsx'
import { createPages } from './routes.tsx'
import { chosenLanguage, TextsProvider } from './texts/language.tsx'

document.documentElement.lang = chosenLanguage()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <PartsProvider>
      <TextsProvider>
        <QueryClientProvider client={createQueries()}>
          <ToastProvider>
            <RouterProvider router={createPages()} />
          </ToastProvider>
        </QueryClientProvider>
      </TextsProvider>
    </PartsProvider>
  </StrictMode>,
)
