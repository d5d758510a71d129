/** Seed tests: a newsletter to addresses of one's own, and where it arrived. */
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { ArrivalTabs } from '../../shared/arrival/arrival-tabs.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AddAddressDialog } from './add-address.tsx'
import { useSeedTests } from './calls.ts'
import { OneTest } from './one-test.tsx'
import { SendTestDialog } from './send-test.tsx'
import { useSeedTexts } from './words.ts'

export function SeedTestsPage() {
  const { title } = useTexts('deliverability')
  const texts = useSeedTexts()
  const operates = useRight('operate')
  const mayWrite = useRight('content')
  const seeds = useSeedTests()
  const [opened, setOpened] = useState<'send' | 'add'>()
  if (!seeds.data)
    return <UnreadPage title={title} error={seeds.error} onRetry={() => void seeds.refetch()} />
  const { addresses, items } = seeds.data
  const add = operates && (
    <Button icon={<Icon name="plus" />} onClick={() => setOpened('add')}>
      {texts.add}
    </Button>
  )
  const close = () => setOpened(undefined)
  const isEmpty = addresses.length + items.length === 0
  return (
    <>
      <PageHead
        title={title}
        actions={
          !isEmpty && (
            <>
              {add}
              {mayWrite && addresses.length > 0 && (
                <Button look="primary" onClick={() => setOpened('send')}>
                  {texts.send}
                </Button>
              )}
            </>
          )
        }
      />
      <ArrivalTabs current="seeds" />
      <div className="page stack wide">
        {isEmpty ? (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add || <p className="soft">{texts.askOperator}</p>}
          </EmptyState>
        ) : (
          <>
            <p className="soft wrap">
              {texts.addresses}: <bdi>{addresses.map(({ address }) => address).join(', ')}</bdi>
            </p>
            {items.length === 0 && <p className="soft">{texts.noTest}</p>}
            {items.map(test => (
              <OneTest key={test.id} test={test} mayLook={mayWrite} />
            ))}
          </>
        )}
      </div>
      {opened === 'add' && <AddAddressDialog onClose={close} />}
      {opened === 'send' && <SendTestDialog addresses={addresses.length} onClose={close} />}
    </>
  )
}
