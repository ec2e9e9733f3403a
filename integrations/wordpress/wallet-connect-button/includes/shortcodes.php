<?php
/**
 * `[wallet_button chains="eip155:1"]` is the button. `[wallet_text show="address"]Guest[/wallet_text]` is a text that shows the
 * visitor's address while a wallet is connected.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

/** What `[wallet_text]` can show. */
const WALLET_TEXTS = array( 'address', 'short-address', 'chain', 'name', 'balance' );

add_shortcode(
	'wallet_button',
	function ( $given ) {
		$named = array();
		foreach ( (array) $given as $name => $value ) {
			// A word without a value, as in [wallet_button page-state], has a number as its name.
			$named[ str_replace( '_', '-', is_int( $name ) ? $value : $name ) ] = is_int( $name ) ? 'true' : $value;
		}
		return button_tag( $named );
	}
);

add_shortcode(
	'wallet_text',
	function ( $given, $otherwise = '' ) {
		$show = isset( $given['show'] ) ? $given['show'] : 'short-address';
		if ( ! in_array( $show, WALLET_TEXTS, true ) ) {
			return '';
		}
		return sprintf( '<span data-wallet-text="%s">%s</span>', esc_attr( $show ), esc_html( wp_strip_all_tags( (string) $otherwise ) ) );
	}
);
