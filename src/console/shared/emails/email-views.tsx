/** The views of single emails, each a page: projects, emails, files. */
import { useNavigate } from '@tanstack/react-router'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { useTexts } from '../../texts/language.tsx'

const PATHS = {
  projects: '/emails/projects',
  emails: '/emails',
  files: '/emails/files',
} as const

type View = keyof typeof PATHS

export function EmailViews({ value }: { value: View }) {
  const texts = useTexts('emails')
  const navigate = useNavigate()
  return (
    <PageTabs<View>
      label={texts.title}
      value={value}
      choices={(['emails', 'projects', 'files'] as const).map(view => ({
        value: view,
        label: texts.views[view],
      }))}
      onChange={view => void navigate({ to: PATHS[view] })}
    />
  )
}
