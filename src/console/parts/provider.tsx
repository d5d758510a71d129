/** Mantine with our theme, and the nonce of the page for the styles that it writes. */
import { createTheme, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { pageNonce } from './nonce.ts'

/** Ten steps around the accent of tokens.css. */
const VERDIGRIS = [
  '#eef7f5',
  '#e3efec',
  '#a9cbc5',
  '#7ccfc1',
  '#57b3a6',
  '#3a968b',
  '#247d74',
  '#176a64',
  '#0f5e59',
  '#0b4a46',
] as const

const theme = createTheme({
  colors: { verdigris: VERDIGRIS },
  primaryColor: 'verdigris',
  primaryShade: { light: 8, dark: 3 },
  defaultRadius: 6,
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { sm: '13px' },
  respectReducedMotion: true,
})

const schemes = localStorageColorSchemeManager({ key: 'pennypost-scheme' })

// Overlays lock scrolling by a style of their own, which asks this package for the nonce.
setNonce(pageNonce)

export function PartsProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      getStyleNonce={() => pageNonce}
    >
      {children}
    </MantineProvider>
  )
}
