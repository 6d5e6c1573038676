import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

/** A password that can be looked at. Give `autoComplete` ("current-password" or "new-password"), so that password managers work. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'> & { autoComplete: string }) {
  const words = useUiWords()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton label={shown ? words('hidePassword') : words('showPassword')} onClick={() => setShown(!shown)} className="text-muted">
          {shown ? <EyeOff /> : <Eye />}
        </IconButton>
      }
    />
  )
}
