/** `pennypost start`: the service. */
import type { Command } from 'commander'
import type { Context } from './context.ts'

export function register(command: Command, { config, settingNotes, print }: Context): void {
  command
    .addHelpText(
      'after',
      '\nExample:\n  $ PORT=8025 pennypost start\n\n' +
        'Settings come from the environment and from a file .env in this folder.',
    )
    .action(async () => {
      const settings = config()
      // Loaded on demand: the service is most of the program.
      const { serve } = await import('../main.ts')
      await serve(
        settings,
        print,
        settingNotes().map(({ detail }) => detail),
      )
    })
}
