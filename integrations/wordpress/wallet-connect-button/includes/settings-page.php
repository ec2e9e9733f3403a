<?php
/**
 * Settings → Wallet Connect Button, for administrators.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

/** The rows of the page: the label, the text below it, and, for a choice, its values. */
function settings_rows(): array {
	return array(
		'app_name'    => array( __( 'Name', 'wallet-connect-button' ), __( 'What wallets call this site. Empty: the site’s title.', 'wallet-connect-button' ) ),
		'chains'      => array( __( 'Chains', 'wallet-connect-button' ), __( 'CAIP-2 ids with spaces between them, such as eip155:1 starknet:SN_MAIN. Empty: Ethereum and Starknet.', 'wallet-connect-button' ) ),
		'wallets'     => array( __( 'Wallets', 'wallet-connect-button' ), __( 'Wallet ids in the order in which they are shown. Empty: all that apply.', 'wallet-connect-button' ) ),
		'theme'       => array(
			__( 'Theme', 'wallet-connect-button' ),
			'',
			array(
				''      => __( 'As the visitor’s system', 'wallet-connect-button' ),
				'light' => __( 'Light', 'wallet-connect-button' ),
				'dark'  => __( 'Dark', 'wallet-connect-button' ),
			),
		),
		'project_id'  => array( __( 'WalletConnect project id', 'wallet-connect-button' ), __( 'For wallets on phones. 32 characters, from the WalletConnect dashboard.', 'wallet-connect-button' ) ),
		'rpc'         => array( __( 'Nodes', 'wallet-connect-button' ), __( 'Your own nodes, as eip155:1=https://… with spaces between them. Empty: public ones.', 'wallet-connect-button' ) ),
		'terms_url'   => array( __( 'Terms of service', 'wallet-connect-button' ), __( 'An address that the list of wallets leads to.', 'wallet-connect-button' ) ),
		'privacy_url' => array( __( 'Privacy policy', 'wallet-connect-button' ), __( 'Empty: the privacy page of this site.', 'wallet-connect-button' ) ),
		'everywhere'  => array( __( 'Script', 'wallet-connect-button' ), __( 'Load it on every page, for tags that a theme or a page builder writes', 'wallet-connect-button' ), true ),
	);
}

/**
 * Writes one row's control.
 *
 * @param array $row The row's key, and what settings_rows() has for it.
 */
function draw_setting( array $row ): void {
	list( $key, $about, $values ) = $row;
	$name  = sprintf( '%s[%s]', OPTION, $key );
	$value = settings()[ $key ];
	if ( true === $values ) {
		printf( '<label><input type="checkbox" id="%1$s" name="%1$s" value="1" %2$s> %3$s</label>', esc_attr( $name ), checked( $value, true, false ), esc_html( $about ) );
		return;
	}
	if ( is_array( $values ) ) {
		printf( '<select id="%1$s" name="%1$s">', esc_attr( $name ) );
		foreach ( $values as $choice => $title ) {
			printf( '<option value="%s" %s>%s</option>', esc_attr( $choice ), selected( $value, $choice, false ), esc_html( $title ) );
		}
		echo '</select>';
	} else {
		printf( '<input type="text" class="regular-text" id="%1$s" name="%1$s" value="%2$s">', esc_attr( $name ), esc_attr( $value ) );
	}
	if ( '' !== $about ) {
		printf( '<p class="description">%s</p>', esc_html( $about ) );
	}
}

/** Writes the page. */
function draw_settings_page(): void {
	echo '<div class="wrap"><h1>' . esc_html__( 'Wallet Connect Button', 'wallet-connect-button' ) . '</h1>';
	echo '<p>' . esc_html__( 'These settings hold for every button of the site. A block or a shortcode may choose its own chains, wallets and theme.', 'wallet-connect-button' ) . '</p>';
	echo '<form action="options.php" method="post">';
	settings_fields( OPTION );
	do_settings_sections( OPTION );
	submit_button();
	echo '</form></div>';
}

add_action(
	'admin_menu',
	function () {
		$title = __( 'Wallet Connect Button', 'wallet-connect-button' );
		add_options_page( $title, $title, 'manage_options', OPTION, __NAMESPACE__ . '\draw_settings_page' );
	}
);

add_action(
	'admin_init',
	function () {
		register_setting(
			OPTION,
			OPTION,
			array(
				'type'              => 'array',
				'sanitize_callback' => __NAMESPACE__ . '\sanitize_settings',
				'default'           => default_settings(),
			)
		);
		add_settings_section( OPTION, '', '__return_null', OPTION );
		foreach ( settings_rows() as $key => $row ) {
			$of_label = true === ( $row[2] ?? null ) ? array() : array( 'label_for' => sprintf( '%s[%s]', OPTION, $key ) );
			add_settings_field(
				$key,
				$row[0],
				__NAMESPACE__ . '\draw_setting',
				OPTION,
				OPTION,
				array( $key, $row[1], $row[2] ?? null ) + $of_label
			);
		}
	}
);

add_filter(
	'plugin_action_links_' . plugin_basename( folder() . 'wallet-connect-button.php' ),
	function ( $links ) {
		$page = admin_url( 'options-general.php?page=' . OPTION );
		array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( $page ), esc_html__( 'Settings', 'wallet-connect-button' ) ) );
		return $links;
	}
);
