/** The colours of emails: those of the brand. */
import { useBrand } from '../../api/brand.ts'
import type { BlockColours } from '../blocks/block-fields.ts'

const BEFORE_BRAND: BlockColours = {
  text: '#24302A',
  accent: '#2F5D47',
  onAccent: '#FFFFFF',
  paper: '#FFFFFF',
}

export const useEmailColours = (): BlockColours =>
  useBrand().data?.value.brand.colours ?? BEFORE_BRAND
