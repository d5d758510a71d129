/** Light, dark, or as the system has it: the choice is kept in the browser. */
import { useMantineColorScheme } from '@mantine/core'

export const SCHEMES = ['auto', 'light', 'dark'] as const

export type SchemeChoice = (typeof SCHEMES)[number]

export function useScheme(): [SchemeChoice, (choice: SchemeChoice) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return [colorScheme, setColorScheme]
}
