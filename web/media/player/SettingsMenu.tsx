import { Menu } from '@base-ui/react/menu'
import { Check, Settings } from 'lucide-react'
import { type PlayerWords, usePlayerWords } from '#web/media/player/words.ts'
import { useOpenUntilBack } from '#web/ui/back.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

type SettingsMenuProps = {
  speed: number
  onSpeed: (speed: number) => void
  /** Best first; none where the browser chooses by itself. */
  qualities: readonly number[]
  /** Undefined: as the network allows. */
  quality: number | undefined
  onQuality: (height: number | undefined) => void
  /** Full screen shows nothing that is outside of this element. */
  inside: React.RefObject<HTMLElement | null>
}

/** Speed and quality. */
export function SettingsMenu({ speed, onSpeed, qualities, quality, onQuality, inside }: SettingsMenuProps) {
  const words = usePlayerWords()
  const opening = useOpenUntilBack()
  return (
    <Menu.Root modal={false} {...opening}>
      <Menu.Trigger
        render={
          <IconButton label={words('settings')} className="text-on-media hover:bg-on-media/15! focus-visible:outline-on-media">
            <Settings />
          </IconButton>
        }
      />
      <Menu.Portal container={inside}>
        <Menu.Positioner align="end" side="top" sideOffset={4} className="z-50 outline-none">
          <Menu.Popup className="max-h-[min(320px,var(--available-height))] min-w-44 overflow-y-auto rounded-card bg-raised p-1 text-text shadow-raised outline-none">
            {qualities.length > 1 && (
              <Choices
                title={words('quality')}
                value={quality ?? 0}
                choices={[0, ...qualities].map((height) => ({ value: height, label: height === 0 ? words('auto') : `${height}p` }))}
                onChoose={(height) => onQuality(height === 0 ? undefined : height)}
              />
            )}
            <Choices
              title={words('speed')}
              value={speed}
              choices={speeds.map((each) => ({ value: each, label: speedLabel(each, words) }))}
              onChoose={onSpeed}
            />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function speedLabel(speed: number, words: PlayerWords): string {
  return speed === 1 ? words('usual') : `${speed}×`
}

type ChoicesProps = { title: string; value: number; choices: { value: number; label: string }[]; onChoose: (value: number) => void }

function Choices({ title, value, choices, onChoose }: ChoicesProps) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className="px-3 pt-2 pb-1 text-13 text-muted">{title}</Menu.GroupLabel>
      <Menu.RadioGroup value={value} onValueChange={(next: number) => onChoose(next)}>
        {choices.map((choice) => (
          <Menu.RadioItem
            key={choice.value}
            value={choice.value}
            closeOnClick
            className="num flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-control px-3 text-15 outline-none data-highlighted:bg-hover"
          >
            {choice.label}
            <Menu.RadioItemIndicator className="text-link">
              <Check className="size-4" />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  )
}
