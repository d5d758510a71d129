/** The route that all pages lie below. */
import { createRootRoute } from '@tanstack/react-router'
import { NotFoundPage } from './not-found.tsx'
import { SignedInPages } from './signed-in.tsx'

export const root = createRootRoute({ component: SignedInPages, notFoundComponent: NotFoundPage })
