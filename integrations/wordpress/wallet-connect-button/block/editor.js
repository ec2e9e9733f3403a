/** The block in the editor: a picture of the button, with its settings beside it. It needs no build step. */
;(({ blocks, blockEditor, components, element, i18n }) => {
  const { createElement: h, Fragment } = element
  const { __ } = i18n
  const { InspectorControls, useBlockProps } = blockEditor
  const { PanelBody, SelectControl, TextControl, ToggleControl } = components

  const choice = (label, values) => ({
    Control: SelectControl,
    label,
    options: values.map(([value, name]) => ({ value, label: name })),
  })
  const text = (label, help) => ({ Control: TextControl, label, help })
  const onOff = (label, help) => ({ Control: ToggleControl, label, help })

  const domain = 'wallet-connect-button'
  const asSite = __('As for the whole site', 'wallet-connect-button')
  const controls = () => ({
    label: text(
      __('Text of the button', domain),
      __('Empty: “Connect wallet” in the page’s language.', domain),
    ),
    chains: text(__('Chains', domain), __('CAIP-2 ids, such as eip155:1 starknet:SN_MAIN.', domain)),
    wallets: text(__('Wallets', domain), __('Wallet ids in the order in which they are shown.', domain)),
    theme: choice(__('Theme', domain), [
      ['', asSite],
      ['light', __('Light', domain)],
      ['dark', __('Dark', domain)],
      ['system', __('As the visitor’s system', domain)],
    ]),
    size: choice(__('Size', domain), [
      ['', __('Medium', domain)],
      ['small', __('Small', domain)],
      ['large', __('Large', domain)],
    ]),
    showBalance: onOff(__('Show the balance', domain)),
    pageState: onOff(
      __('Tell the page', domain),
      __('Fills [wallet_text] on this page, and lets styles follow data-wallet-status.', domain),
    ),
  })

  const field = ({ Control, ...more }, value, onChange) =>
    h(
      Control,
      Control === ToggleControl
        ? { ...more, checked: Boolean(value), onChange }
        : { ...more, value: value ?? '', onChange },
    )

  blocks.registerBlockType('wallet-connect-button/button', {
    edit: ({ attributes, setAttributes }) =>
      h(
        Fragment,
        null,
        h(
          InspectorControls,
          null,
          h(
            PanelBody,
            { title: __('Button', domain) },
            Object.entries(controls()).map(([name, control]) =>
              h(
                'div',
                { key: name },
                field(control, attributes[name], (value) =>
                  setAttributes({ [name]: value === '' ? undefined : value }),
                ),
              ),
            ),
          ),
        ),
        h(
          'div',
          useBlockProps(),
          h(
            'span',
            { className: `wallet-connect-button-picture is-${attributes.size ?? 'medium'}` },
            attributes.label || __('Connect wallet', domain),
          ),
        ),
      ),
    // The server writes the tag when it shows the page.
    save: () => null,
  })
})(window.wp)
