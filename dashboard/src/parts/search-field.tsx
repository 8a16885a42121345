import { t } from '@lingui/core/macro';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { type Ref, useEffect, useState } from 'react';

/** The pause after the last key before the search starts. */
const TYPING_MS = 250;

interface SearchFieldProps extends Pick<TextInputProps, 'label' | 'placeholder' | 'maw' | 'size' | 'w' | 'aria-label'> {
  value: string | undefined;
  /** Undefined: the search was cleared. */
  onSearch: (text: string | undefined) => void;
  ref?: Ref<HTMLInputElement>;
}

export function SearchField({ value = '', onSearch, ...props }: SearchFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const searchSoon = useDebouncedCallback((typed: string) => onSearch(typed || undefined), TYPING_MS);
  return (
    <TextInput
      label={t`Search`}
      type="search"
      maxLength={200}
      leftSection={<SearchIcon />}
      value={text}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        searchSoon(typed);
      }}
      {...props}
    />
  );
}
