/** The width of the window, where a style sheet is not enough. */
import { useMediaQuery } from '@mantine/hooks'

/** As in theme/narrow.css. */
export const useNarrow = (): boolean => useMediaQuery('(max-width: 760px)') ?? false
