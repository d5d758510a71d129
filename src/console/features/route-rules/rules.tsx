/** Which relay carries which emails: the rules in the order in which they decide, and a trial. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { EmptyState, Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { useRelays } from '../../shared/relays/relay-calls.ts'
import { ServerTabs } from '../../shared/servers/server-tabs.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type RelayRule, useRemoveRule, useRules } from './calls.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { TrialSection } from './trial.tsx'
import { emailsOf, useRuleTexts } from './words.ts'
import './rules.css'

export function RulesPage() {
  const texts = useRuleTexts()
  const rules = useRules()
  const relays = useRelays()
  const [shown, setShown] = useState<RelayRule | 'new'>()
  if (!rules.data || !relays.data)
    return (
      <UnreadPage
        title={texts.title}
        error={rules.error ?? relays.error}
        onRetry={() => {
          void rules.refetch()
          void relays.refetch()
        }}
      />
    )
  const names = relays.data.map(({ name }) => name)
  const add = names.length > 0 && (
    <Button look="primary" icon={<Icon name="plus" />} onClick={() => setShown('new')}>
      {texts.add}
    </Button>
  )
  const some = rules.data.length > 0
  return (
    <>
      <PageHead title={texts.title} actions={some && add} />
      <ServerTabs current="rules" />
      <div className="page stack wide route-rules">
        {some ? (
          <>
            <p className="soft">{texts.hint}</p>
            <RuleTable rules={rules.data} names={names} onChange={setShown} />
            <p className="soft small">{texts.order}</p>
          </>
        ) : (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
        <TrialSection />
      </div>
      {shown !== undefined && (
        <RuleDialog
          rule={shown === 'new' ? undefined : shown}
          relays={names}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

function RuleTable(props: {
  rules: readonly RelayRule[]
  names: readonly string[]
  onChange(rule: RelayRule): void
}) {
  const { rules, names, onChange } = props
  const texts = useRuleTexts()
  const { actions } = useTexts('relays')
  const toast = useToast()
  const remove = useRemoveRule()
  const rest = names.filter(name => !rules.some(({ route }) => route === name))
  return (
    <>
      {remove.error && <Failure error={remove.error} />}
      <table>
        <thead>
          <tr>
            <th className="num">{texts.rule}</th>
            <th>{texts.emails}</th>
            <th>{texts.by}</th>
            <th>
              <span className="sr">{actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map(rule => (
            <tr key={rule.id}>
              <td className="num">{rule.id}</td>
              <td className="wrap">
                <b>{emailsOf(texts, rule)}</b>
              </td>
              <td className="wrap">
                <bdi>{rule.route}</bdi>
              </td>
              <td className="num">
                <ActionMenu
                  name={texts.actionsOf(rule.id)}
                  button={<Icon name="more" />}
                  actions={[
                    {
                      label: texts.changeAct,
                      icon: <Icon name="edit" />,
                      onClick: () => onChange(rule),
                    },
                    {
                      label: texts.remove,
                      icon: <Icon name="remove" />,
                      danger: true,
                      onClick: () =>
                        remove.mutate(rule.id, {
                          onSuccess: () => toast({ text: texts.removed }),
                        }),
                    },
                  ]}
                />
              </td>
            </tr>
          ))}
          <tr>
            <td />
            <td className="wrap soft">{texts.rest}</td>
            <td className="wrap">
              {rest.length > 0 ? (
                <bdi>{rest.join(', ')}</bdi>
              ) : (
                <span className="soft">{texts.restNone}</span>
              )}
            </td>
            <td />
          </tr>
        </tbody>
      </table>
    </>
  )
}
