/** The pages of what is written: newsletters, templates, pictures, the brand, test groups. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './root.tsx'
import { given, text } from './search.ts'

export const newsletters = createRoute({
  getParentRoute: () => root,
  path: '/newsletters',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      q: text(search.q, 100),
      show: text(search.show, 20),
      month: text(search.month, 7),
      folder: text(search.folder, 100),
      in: text(search.in, 10),
    }),
  component: lazyRouteComponent(
    () => import('./features/newsletters/newsletters.tsx'),
    'NewslettersPage',
  ),
})

export const newNewsletter = createRoute({
  getParentRoute: () => root,
  path: '/newsletters/new',
  component: lazyRouteComponent(
    () => import('./features/new-newsletter/new-newsletter.tsx'),
    'NewNewsletterPage',
  ),
})

export const newsletter = createRoute({
  getParentRoute: () => root,
  path: '/newsletters/$id',
  component: lazyRouteComponent(() => import('./features/composer/composer.tsx'), 'ComposerPage'),
})

export const media = createRoute({
  getParentRoute: () => root,
  path: '/media',
  component: lazyRouteComponent(() => import('./features/media/media.tsx'), 'MediaPage'),
})

export const brand = createRoute({
  getParentRoute: () => root,
  path: '/brand',
  component: lazyRouteComponent(() => import('./features/brand/brand.tsx'), 'BrandPage'),
})

export const testGroups = createRoute({
  getParentRoute: () => root,
  path: '/test-groups',
  component: lazyRouteComponent(
    () => import('./features/test-emails/test-groups.tsx'),
    'TestGroupsPage',
  ),
})

export const templates = createRoute({
  getParentRoute: () => root,
  path: '/templates',
  component: lazyRouteComponent(
    () => import('./features/templates/templates.tsx'),
    'TemplatesPage',
  ),
})

export const template = createRoute({
  getParentRoute: () => root,
  path: '/templates/$id',
  component: lazyRouteComponent(() => import('./features/templates/template.tsx'), 'TemplatePage'),
})
